package understand

var italian = language{
	patterns: `mi chiamo = ^
sono = ^
il mio nome è = ^
chiamami = ^
?non sono L .
sono un|una|uno ^ .
sono allergico|allergica|intollerante a|al|alla|alle|ai|agli|allo _ .
ho = # anni
abito|vivo a|in = +
vengo da|dalla|dal = +
lavoro come = +
lavoro per|presso|in|alla|al|da = +
parlo ?l'italiano|italiano|inglese|francese|tedesco|spagnolo .
ho un|una|# K
non mangio|bevo +
non mi piace|piacciono +
mi piace|piacciono +
preferisco +
mio|mia ?K ?^ ha = # anni
mio|mia K ?^ è L .
mio|mia K si chiama = ^
il mio compleanno è = +
rispondi|rispondimi|scrivi sempre|solo !
usa sempre !
non usare mai !
d'ora in poi|avanti !
ricorda|ricordati che > !
tieni presente che > !`,
	lists: `
K moglie marito figlio figlia figli figlie bambino bambina bambini madre padre sorella fratello compagno compagna fidanzato fidanzata nonna nonno cane gatto gatta nipote 
L vegetariano vegetariana vegano vegana celiaco celiaca diabetico diabetica daltonico daltonica mancino mancina sposato sposata divorziato divorziata pensionato pensionata insegnante infermiere infermiera medico avvocato ingegnere studente studentessa italiano italiana 
`,
	numbers: " un uno una due tre quattro cinque sei sette otto nove dieci undici dodici ",
	openers: " ciao ok allora e comunque però sì no grazie scusa siccome poiché io ",
	self:    " io mi sono ho mio mia il abito vivo lavoro non ",
	and:     " e ed o non ",
	ends:    " ma perché quindi dove che come quando se cosa quale vorrei cerco posso puoi potresti ",
	others:  " vorrei ho devo cerco lei lui mi ",
	vague:   " questo questa quello quella il la lo le gli i un una come che se di molto troppo ",
	passing: " tu tuo tua questo questa quello oggi ora adesso domani ieri se sarebbe sicuro sicura ",
	tasks:   " traduci tradurre traduzione correggi riscrivi riformula riassumi poesia storia racconto canzone ruolo testo paragrafo frase romanzo finta caro cara gentile ",
	stages:  " tu se immagina supponi supponiamo fingi ",
	over:    "non più",
	small:   " sono è un una il la mio mia a in di e non mi ",
	things:  " progetto cliente fornitore | azienda squadra prodotto capo collega amico amica moglie marito figlio figlia madre padre sorella fratello cane gatto ",
}
