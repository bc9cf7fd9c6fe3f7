package understand

var italian = language{
	patterns: `mi chiamo = ^
sono = ^
?non sono L .
sono allergico|allergica a|al|alla|alle|ai|agli _ .
ho = # anni
abito|vivo a|in = ^ .
lavoro come = +
ho un|una|# K
mio|mia K ?^ ha = # anni
mio|mia K si chiama = ^
rispondi sempre !
ricorda|ricordati che > !`,
	lists: `
K moglie marito figlio figlia figli figlie cane gatto 
L vegetariano vegetariana vegano vegana celiaco celiaca diabetico diabetica sposato sposata 
`,
	numbers: " due tre quattro cinque sei sette otto nove dieci ",
	openers: " ciao ",
	self:    " mi sono ho mio mia abito vivo lavoro ",
	and:     " e ",
	ends:    " ma che dove ",
	others:  " vorrei ho ",
	passing: " se questo questa oggi ",
	tasks:   " traduci correggi riassumi poesia storia testo ruolo ",
	stages:  " se immagina ",
	over:    "non più",
	small:   " sono un una ",
}
