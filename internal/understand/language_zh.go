package understand

// Of Chinese each character is a word.
var chinese = language{
	patterns: `我 叫 = +
我 吃 素
我 对 _ ?_ ?_ ?_ 过 敏
我 住 在 = +
请 一|总 直|是 用 _ _ 回 答
请 记 住 > !`,
	self:    " 我 ",
	vague:   " 他 她 你 我 ",
	passing: " 这 那 来 ",
	tasks:   " 译 诗 演 ",
	over:    "不 再",
	small:   " 我 ",
}
