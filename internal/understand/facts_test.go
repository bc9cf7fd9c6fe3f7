package understand

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The text, then kind, value and unit of each fact; it is Wednesday, 15 May 2024.
const stated = `
next Friday = date 2024-05-17
last Friday = date 2024-05-10
this Friday = date 2024-05-17
on Friday = date 2024-05-17
next Wednesday = date 2024-05-22
today = date 2024-05-15
tomorrow and yesterday = date 2024-05-16; date 2024-05-14
the day after tomorrow = date 2024-05-17
Q3 last year = date 2023-07-01/2023-09-30
Q1 2022 = date 2022-01-01/2022-03-31
Q4 = date 2024-10-01/2024-12-31
the second quarter of 2021 = date 2021-04-01/2021-06-30
last month = date 2024-04-01/2024-04-30
this month = date 2024-05-01/2024-05-31
next month = date 2024-06-01/2024-06-30
last quarter = date 2024-01-01/2024-03-31
this week = date 2024-05-13/2024-05-19
next week = date 2024-05-20/2024-05-26
last year = date 2023-01-01/2023-12-31
in 3 weeks = date 2024-06-05
two days ago = date 2024-05-13
6 months ago = date 2023-11-15
the last 30 days = date 2024-04-15/2024-05-15
2024-03-12 = date 2024-03-12
12/3/24 = date 2024-12-03
13/3/24 = date 2024-03-13
12.3.2024 = date 2024-03-12
12 March 2024 = date 2024-03-12
March 12, 2024 = date 2024-03-12
the 12th of March = date 2024-03-12
Feb 29, 2024 = date 2024-02-29
Feb 30, 2024 = 
March 2023 = date 2023-03-01/2023-03-31
in March = date 2024-03-01/2024-03-31
in 2021 = date 2021-01-01/2021-12-31
since 1998 = date 1998-01-01/1998-12-31
31/31/24 = 
$1,200.50 = amount 1200.50 USD
€ 900 = amount 900 EUR
900 € = amount 900 EUR
EUR 300 = amount 300 EUR
300 euros = amount 300 EUR
1.2 million dollars = amount 1200000 USD
$5k = amount 5000 USD
€3.5M = amount 3500000 EUR
€3.5M in sales = amount 3500000 EUR
£3m = amount 3000000 GBP
$2bn of debt = amount 2000000000 USD
$1.2B = amount 1200000000 USD
3,5 Mio. € = amount 3500000 EUR
3,5 Mio. Euro Umsatz = amount 3500000 EUR
2 Mrd. Euro = amount 2000000000 EUR
12 Millionen Euro = amount 12000000 EUR
USD 4.5 million = amount 4500000 USD
€ 900k = amount 900000 EUR
3.5M € = amount 3500000 EUR
10k customers = quantity 10000 customers
3M users = quantity 3000000 users
It cost €3.5. More is due = amount 3.5 EUR
3 m = quantity 3 m
$5 b = amount 5 USD
1.200,50 euros = amount 1200.50 EUR
3 kg of flour = quantity 3 kg
12.5 % of it = quantity 12.5 %
40 percent = quantity 40 %
three hours = quantity 3 h
250 pages = quantity 250 pages
project 25-01-064 = identifier 25-01-064
invoice INV-2041 for 95 euros = identifier INV-2041; amount 95 EUR
Who may go? = 
I have 3 = 
one of them = 
`

func TestFacts(t *testing.T) {
	for line := range strings.Lines(stated) {
		text, want, there := strings.Cut(strings.TrimSpace(line), " =")
		if !there {
			continue
		}
		var got []string
		for _, f := range Facts(text, Options{Now: noon}) {
			got = append(got, strings.TrimSpace(string(f.Kind)+" "+f.Value+" "+f.Unit))
			require.Equal(t, text[f.Start:f.End], f.Text)
		}
		require.Equal(t, strings.TrimSpace(want), strings.Join(got, "; "), text)
	}
}

func TestDatesByLocale(t *testing.T) {
	require.Equal(t, "2024-03-12", Facts("12/3/24", Options{DayFirst: true})[0].Value)
	require.Equal(t, "2024-12-03", Facts("12/3/24", Options{})[0].Value)
	require.Equal(t, "1200", Facts("1.200 euros", Options{DayFirst: true})[0].Value)
	require.Equal(t, "1.200", Facts("1.200 euros", Options{})[0].Value)
}

func TestRelativeDatesNeedAClock(t *testing.T) {
	require.Empty(t, Facts("next Friday or today or last month", Options{}))
}
