//go:build !wasm

package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// set is a page's content: lines at heights, in letters of 11 points.
func set(lines ...any) string {
	var b strings.Builder
	for i := 0; i < len(lines); i += 2 {
		fmt.Fprintf(&b, "BT /F1 11 Tf 60 %d Td (%s) Tj ET\n", lines[i], lines[i+1])
	}
	return b.String()
}

// onPage are the texts of a page.
func onPage(t *testing.T, data []byte, page int) (out []string) {
	t.Helper()
	_, blocks, _, err := read(t, data)
	require.NoError(t, err)
	for _, b := range blocks {
		if b.Place.Number == page {
			out = append(out, b.Text)
		}
	}
	return out
}

// A line of a form stands at the same height on each page, in the same words, and says
// something else each time, or the same: it is what the page is about.
func TestLinesOfFormsAreNoRunningHeads(t *testing.T) {
	hours := []int{38, 35, 41, 38, 33, 44}
	months := []string{"January", "February", "March", "April", "May", "June"}
	form := func(top int) []byte {
		return manyPages(6, func(i int) string {
			return set(top, "Payslip 2024", top-25, "Month: "+months[i], top-50, fmt.Sprintf("Hours worked: %d", hours[i]),
				top-75, fmt.Sprintf("Income tax: %d.01 EUR", 10*hours[i]), top-100, fmt.Sprintf("Net pay: 2,%d0.44 EUR", hours[i]), top-125, "Paid to account ending 4471")
		})
	}
	for _, top := range []int{750, 500, 170} {
		for page := 1; page <= 6; page++ {
			h := hours[page-1]
			require.Equal(t, fmt.Sprintf("Payslip 2024 Month: %s Hours worked: %d Income tax: %d.01 EUR Net pay: 2,%d0.44 EUR Paid to account ending 4471", months[page-1], h, 10*h, h),
				strings.Join(onPage(t, form(top), page), " "), "from %d", top)
		}
	}
}

func TestFiguresAtThePagesEdgeStay(t *testing.T) {
	for name, last := range map[string]func(i int) string{
		"other figures":       func(i int) string { return fmt.Sprintf("Hours worked: %d", 30+i*i) },
		"the same sum":        func(int) string { return "Net pay: 2,310.44 EUR" },
		"the same in pounds":  func(int) string { return "Fee: \\24342" },
		"three months alike":  func(i int) string { return fmt.Sprintf("Hours worked: %d", 38+i/4) },
		"numbers of invoices": func(i int) string { return fmt.Sprintf("Invoice 2024-%03d", i+1) },
		"a count of its own":  func(i int) string { return fmt.Sprintf("Invoice %d", 1041+i) },
		"clauses":             func(i int) string { return fmt.Sprintf("%d.5 Headings are for convenience only.", i+1) },
	} {
		for _, at := range []int{770, 60} {
			data := manyPages(8, func(i int) string {
				return set(600, fmt.Sprintf("Month %c", 'a'+i), 585, "Moles dig.", 570, "Worms are eaten.", at, last(i))
			})
			for page := 1; page <= 8; page++ {
				want := strings.NewReplacer("\\243", "£").Replace(last(page - 1))
				require.Contains(t, onPage(t, data, page), want, "%s at %d", name, at)
			}
		}
	}
}

func TestRunningHeadsAndFeetAreToldOnce(t *testing.T) {
	titles := []string{"Sand", "Clay", "Chalk", "Peat", "Loam", "Gravel", "Silt", "Rock"}
	for name, last := range map[string]func(i int) string{
		"words":             func(int) string { return "The Handbook of All Who Dig" },
		"a telephone":       func(int) string { return "Burrow Ltd, Tel. 0123 456789" },
		"the page":          func(i int) string { return fmt.Sprintf("Page %d", i+1) },
		"the page of all":   func(i int) string { return fmt.Sprintf("The Handbook %d/8", i+1) },
		"left and right":    func(i int) string { return []string{"The Handbook of All Who Dig", "Second edition"}[i%2] },
		"a section, a page": func(i int) string { return fmt.Sprintf("%s %d", strings.ToUpper(titles[i]), i+1) },
	} {
		for _, at := range []int{770, 30} {
			data := manyPages(8, func(i int) string {
				return set(700, titles[i], 670, "Moles dig in it and under it.", 655, "Worms are eaten.", 620, "Then they rest.", at, last(i))
			})
			for page := 3; page <= 8; page++ {
				require.NotContains(t, strings.Join(onPage(t, data, page), "\n"), last(page-1), "%s at %d", name, at)
			}
			if name != "a section, a page" { // whose heading says it
				require.Contains(t, strings.Join(onPage(t, data, 1), "\n"), last(0), "%s at %d", name, at)
			}
		}
	}
	// A number alone says nothing on any page, wherever a volume begins to count.
	for _, from := range []int{1, 341} {
		data := manyPages(4, func(i int) string {
			return set(700, "Moles dig "+titles[i], 685, "in it and under it", 670, "all day.", 30, fmt.Sprintf("- %d -", from+i))
		})
		for page := 1; page <= 4; page++ {
			require.Equal(t, 1, len(onPage(t, data, page)), "from %d", from)
		}
	}
}

// What a page is about goes with no rule.
func TestNoPageLosesMostOfItsText(t *testing.T) {
	data := manyPages(6, func(i int) string {
		return set(770, "Minutes of the meeting of all who dig in the northern meadows", 400, fmt.Sprintf("Item %c", 'a'+i))
	})
	for page := 1; page <= 6; page++ {
		require.Len(t, onPage(t, data, page), 2)
	}
}
