package understand

var german = language{
	patterns: `mein name ist = ^
ich heiße|heisse = ^
nenn|nenne mich = ^
ich bin ?kein|keine L .
ich bin allergisch gegen _ .
ich bin = # jahre alt
ich bin ?ein|eine ^ .
ich wohne|lebe in = +
ich komme aus = ^ .
ich arbeite als|bei|für = +
ich spreche ^ .
ich habe eine|einen|ein|# K
ich habe # K und eine|einen|ein|# K
ich esse|trinke|mag kein|keine|keinen +
ich mag|bevorzuge ^ .
mein|meine K ?^ ist = # ?jahre ?alt
mein|meine K heißt|heisst = ^
wir verwenden|benutzen|nutzen ^ .
antworte ?mir ?bitte immer !
ab jetzt antworte ?bitte !
verwende ?bitte immer|nie !
merk ?dir dass !`,
	lists: `
K frau mann partner partnerin freund freundin sohn söhne tochter töchter kind kinder mutter vater schwester bruder hund hunde katze katzen 
L vegetarisch vegan farbenblind gehörlos blind verheiratet geschieden verwitwet selbstständig vegetarier vegetarierin 
`,
	numbers: " zwei drei vier fünf sechs sieben acht neun zehn ",
	openers: " hallo also und übrigens bitte eigentlich ",
	polite:  " bitte ",
	self:    " ich mein meine wir unser unsere ",
	and:     " und ",
	ends:    " aber weil der die das wo wie was ",
	others:  " brauche möchte suche will sie er ",
	vague:   " das es dem den der die deine ihnen mir sie einem ",
	passing: " dich das diese heute jetzt gerade wenn wäre würde ",
	tasks:   " übersetze korrigiere umformulieren zusammenfassen gedicht geschichte text rolle roman ",
	stages:  " du wenn angenommen ",
	over:    "nicht mehr|kein mehr",
	small:   " ich bin ein eine kein keine in ",
	things:  " projekt kunde kundin kunden lieferant |",
}
