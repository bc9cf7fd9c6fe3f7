package understand

var german = language{
	patterns: `mein name ist = ^
ich heiße|heisse = ^
nenn|nenne|nennen mich|sie ?mich = ^
ich bin ?kein|keine L .
ich bin ?ein|eine ^ .
ich bin allergisch gegen _ .
ich bin = # ?jahre ?alt
ich bin in ^ geboren
ich wohne|lebe in|bei|auf = +
ich komme aus = +
ich arbeite als = +
ich arbeite bei|für = +
ich arbeite in der|einer|einem = ^ .
ich spreche ^ .
ich habe eine|einen|ein|# ?_ K
ich habe eine|einen|ein|# ?_ K und eine|einen|ein|# K
ich habe diabetes|asthma|adhs|zöliakie|epilepsie .
ich esse|trinke kein|keine|keinen +
ich trinke|rauche nicht
ich mag|liebe|hasse kein|keine|keinen +
ich mag|liebe|hasse|bevorzuge ^ .
ich bevorzuge +
mein|meine K ?^ ist = # ?jahre ?alt
mein|meine K ?^ hat am = +
mein|meine K ?^ ist L .
mein|meine K heißt|heisst = ^
mein geburtstag ist = +
wir verwenden|benutzen|nutzen|haben ^ .
antworte|antworten|schreib|schreibe|sprich ?sie|mir|mit ?mir ?bitte immer|stets|künftig|ab !
ab jetzt|sofort V !
von nun an V !
verwende|benutze|nutze ?bitte immer|nie|niemals !
merk|merke ?dir dass !
denk|denke daran dass !
vergiss nicht dass !`,
	lists: `
V antworte antworten verwende benutze nutze schreib schreibe sprich bitte nenn nenne 
K frau mann partner partnerin freund freundin sohn söhne tochter töchter kind kinder mutter vater eltern schwester bruder geschwister oma opa hund hunde katze katzen kater pferd 
L vegetarier vegetarierin veganer veganerin vegetarisch vegan diabetiker diabetikerin allergikerin allergiker linkshänder linkshänderin rechtshänder farbenblind gehörlos blind taub legastheniker verheiratet geschieden verwitwet verlobt rentner rentnerin pensioniert selbstständig selbständig muslim muslimin jüdisch katholisch evangelisch atheist 
`,
	numbers: " ein eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf ",
	openers: " hallo hi ok also und übrigens aber ja nein danke bitte sorry eigentlich da weil ",
	polite:  " bitte ",
	self:    " ich mein meine wir unser unsere ",
	and:     " und oder nicht ",
	ends:    " aber weil wo der die das den was wie wann wenn damit obwohl während denn suche brauche möchte ",
	others:  " er sie es brauche möchte will suche kann wir ",
	vague:   " das dies diese dieser dieses es ihn ihr ihnen sie du dein deine der die den dem mir dir nicht so zu hier ",
	passing: " du dein deine das dies diese dieses es hier heute jetzt gerade morgen gestern momentan wenn wäre würde könnte sagte sagt sicher ",
	tasks:   " übersetze übersetz übersetzen übersetzung korrigiere korrigieren umformulieren formuliere zusammenfassen zusammenfassung gedicht geschichte rolle rollenspiel text absatz satz roman lied witz liebe lieber geehrte geehrter ",
	stages:  " du stell stelle angenommen nehmen wenn falls spiel spiele tu ",
	over:    "nicht mehr|kein mehr|keine mehr",
	small:   " ich bin ist ein eine einen mein meine wir in als bei kein keine keinen nicht bitte immer auf und der die das ",
	things:  " projekt kunde kundin lieferant | firma team produkt chef chefin kollege kollegin freund freundin nachbar nachbarin frau mann sohn tochter mutter vater schwester bruder hund katze ",
}
