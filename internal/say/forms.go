package say

import "strings"

// formsOf returns how a language chooses the form of a sentence for a count of
// things: the cardinal rules of the Unicode CLDR for whole numbers. Languages that
// are not listed have two forms, as English has.
func formsOf(language string) func(n int) string {
	language, _, _ = strings.Cut(strings.ToLower(language), "-")
	switch language {
	case "id", "ja", "ko", "ms", "th", "vi", "zh":
		return func(int) string { return "other" }
	case "fa", "fr", "hi", "pt":
		return func(n int) string { return choose(n == 0 || n == 1, "one", "other") }
	case "be", "ru", "uk":
		return func(n int) string {
			return choose(n%10 == 1 && n%100 != 11, "one", choose(few(n), "few", "many"))
		}
	case "bs", "hr", "sr":
		return func(n int) string {
			return choose(n%10 == 1 && n%100 != 11, "one", choose(few(n), "few", "other"))
		}
	case "pl":
		return func(n int) string { return choose(n == 1, "one", choose(few(n), "few", "many")) }
	case "cs", "sk":
		return func(n int) string {
			return choose(n == 1, "one", choose(n >= 2 && n <= 4, "few", "other"))
		}
	case "ar":
		return arabic
	case "he":
		return func(n int) string { return choose(n == 1, "one", choose(n == 2, "two", "other")) }
	}
	return func(n int) string { return choose(n == 1, "one", "other") }
}

func arabic(n int) string {
	switch {
	case n == 0:
		return "zero"
	case n == 1:
		return "one"
	case n == 2:
		return "two"
	case n%100 >= 3 && n%100 <= 10:
		return "few"
	case n%100 >= 11:
		return "many"
	}
	return "other"
}

// few is the Slavic form for 2 to 4, 22 to 24 and so on.
func few(n int) bool {
	return n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14)
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
