package understand

var vietnamese = language{
	patterns: `tôi|mình tên là = ^
tên ?của tôi|mình là = ^
hãy|cứ gọi tôi|mình là = ^
tôi|mình ăn chay ?trường
tôi|mình là người ăn chay|việt .
tôi|mình bị dị ứng ?với +
tôi|mình bị tiểu đường
tôi|mình sống ở|tại = ^ .
tôi|mình làm việc ở|tại|cho = ^ .
tôi|mình không ăn|uống|thích +
tôi|mình thích +
tôi|mình # tuổi
con gái|trai tôi|mình ?tên ?là = ^ .
?hãy|xin luôn trả lời ?tôi bằng = +
từ nay|giờ ?trở ?về ?đi|sau ?hãy ?luôn trả lời !
hãy|xin nhớ rằng|là > !`,
	numbers: " một hai ba bốn năm sáu bảy tám chín mười ",
	openers: " xin chào ạ à vâng dạ ok nhân tiện ",
	self:    " tôi mình em tên con ",
	and:     " và hoặc ",
	ends:    " nhưng nên vì thì nếu mà ",
	others:  " tôi mình em cần muốn ",
	vague:   " này đó kia nó anh chị bạn cái điều ",
	passing: " này đó kia nó bạn anh chị hôm nay bây giờ nếu ",
	tasks:   " dịch tóm thơ truyện chuyện đoạn văn vai giả ",
	stages:  " nếu giả bạn ",
	over:    "không còn nữa",
	small:   " tôi mình em là ở bằng luôn hãy không ",
}
