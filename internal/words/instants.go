package words

import "strings"

// Times that programs write. time.Parse reads them too, and any other layout, for 16 kB
// of the core's download.

// Instant reads a time as RFC 3339 has it, such as 2026-03-05T10:00:00.25+01:00, in
// Unix milliseconds; what is finer is dropped.
func Instant(text string) (ms int64, ok bool) {
	if len(text) < len("2026-03-05T10:00:00Z") || text[4] != '-' || text[7] != '-' || !strings.Contains("Tt ", text[10:11]) {
		return 0, false
	}
	ms, ok = instant(Digits(text[:4]), Digits(text[5:7]), Digits(text[8:10]), text[11:19])
	rest := text[19:]
	if rest[0] == '.' || rest[0] == ',' {
		rest = rest[1:]
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		ms += int64(Digits((rest[:digits] + "000")[:3]))
		rest = rest[digits:]
		ok = ok && digits > 0
	}
	if rest == "Z" || rest == "z" {
		return ms, ok
	}
	if len(rest) != len("+01:00") || rest[0] != '+' && rest[0] != '-' || rest[3] != ':' {
		return 0, false
	}
	hours, minutes := Digits(rest[1:3]), Digits(rest[4:])
	zone := int64(hours*60+minutes) * minuteMs
	if rest[0] == '-' {
		zone = -zone
	}
	return ms - zone, ok && hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60
}

// HeaderDate reads a time as headers of HTTP have it, such as
// Thu, 05 Mar 2026 10:00:00 GMT, in Unix milliseconds.
func HeaderDate(text string) (ms int64, ok bool) {
	parts := strings.Fields(text)
	if len(parts) != 6 || len(parts[0]) != 4 || len(parts[2]) != 3 || len(parts[4]) != 8 || parts[5] != "GMT" {
		return 0, false
	}
	return instant(Digits(parts[3]), MonthOf(strings.ToLower(parts[2])), Digits(parts[1]), parts[4])
}

// instant is a time of a day, which is written as 10:00:00.
func instant(year, month, day int, clock string) (ms int64, ok bool) {
	hour, minute, second := Digits(clock[:2]), Digits(clock[3:5]), Digits(clock[6:])
	// The calendar repeats itself after 400 years, and begins in the year 1.
	ok = clock[2] == ':' && clock[5] == ':' && year >= 0 && month >= 1 && month <= 12 &&
		day >= 1 && day <= int(On(year+400, month+1, 1)-On(year+400, month, 1)) &&
		hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
	return int64(On(year, month, day))*dayMs + int64(hour*60+minute)*minuteMs + int64(second)*1000, ok
}
