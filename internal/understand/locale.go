package understand

import "strings"

// DayFirst says whether 12/3/24 is usually the 12th of March where a locale such as
// "it-IT" or "en_GB" is used. Americans write the month first, and so do those who begin
// with the year; "en" alone is American, as browsers have it.
func DayFirst(locale string) bool {
	language, region, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	switch language {
	case "", "C", "POSIX", "zh", "ja", "ko", "hu", "lt", "mn":
		return false
	case "en":
		return region != "" && region != "US" && region != "PH" && region != "CA"
	case "sv":
		return region == "FI"
	}
	return region != "US" && region != "PH"
}
