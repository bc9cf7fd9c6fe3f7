package understand

// Of Chinese each character is a word.
var chinese = language{
	patterns: `我 叫 = +
我 的 名 字 是|叫 = +
叫 我 = +
我 吃 素
我 是 素 食 者|主 ?义 ?者
我 是 穆 斯 林
我 对 _ ?_ ?_ ?_ 过 敏
我 有 糖 尿 病
我 住 在 = +
我 来 自 = +
我 在 _ ?_ ?_ ?_ ?_ 工 作
我 今 年 = # 岁
我 不 吃|喝 +
我 喜 欢 +
我 不 喜 欢 +
?请 一|总|始 直|是|终 用 _ _ ?_ 回 答 ?我
以 后 ?请 ?都|一 ?直 用 _ _ ?_ 回 答 ?我
?请 记 住 > !`,
	openers: " 你 好 另 外 顺 便 说 一 下 对 了 ",
	polite:  " 请 ",
	self:    " 我 ",
	vague:   " 这 那 它 你 他 她 不 什 怎 到 得 了 上 您 ",
	passing: " 你 这 那 它 他 她 您 吗 如 今 现 ",
	ends:    " 但 所 因 可 ",
	tasks:   " 译 诗 演 翻 ",
	stages:  " 如 假 要 若 ",
	over:    "不 再|不 了",
	small:   " 我 是 在 的 不 请 ",
}
