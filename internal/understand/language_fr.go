package understand

var french = language{
	patterns: `je m'appelle = ^
je suis = ^
je suis L .
je suis allergique à|au|aux _ .
j'ai = # ans
j'habite à|en|au = ^ .
je travaille comme = +
j'ai un|une|# K
mon|ma K ?^ a = # ans
mon|ma K s'appelle = ^
réponds|répondez toujours !
souviens-toi|rappelle-toi que > !`,
	lists: `
K femme mari fils fille enfants chien chat 
L végétarien végétarienne végan végane cœliaque diabétique marié mariée 
`,
	numbers: " deux trois quatre cinq six sept huit neuf dix ",
	openers: " bonjour salut ",
	self:    " je j'ai j'habite mon ma ",
	and:     " et ",
	ends:    " mais qui où que ",
	passing: " si ce cette aujourd'hui ",
	tasks:   " traduis traduire corrige résume poème histoire texte rôle ",
	stages:  " si imagine ",
	over:    "ne plus",
	small:   " je suis ne un une ",
}
