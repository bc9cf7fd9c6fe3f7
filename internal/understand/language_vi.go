package understand

var vietnamese = language{
	patterns: `tôi|mình tên là = ^
tên tôi|mình là = ^
tôi|mình ăn chay
tôi|mình bị dị ứng với _ .
tôi|mình sống ở = ^ .
hãy luôn trả lời bằng = +
hãy nhớ rằng > !`,
	self:  " tôi mình tên ",
	tasks: " dịch thơ truyện vai ",
	over:  "không còn nữa",
	small: " tôi mình ",
}
