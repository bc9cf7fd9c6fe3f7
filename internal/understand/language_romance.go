package understand

var italian = language{
	patterns: `mi chiamo = ^
sono = ^
il mio nome è = ^
chiamami = ^
?non sono L .
sono un|una|uno ^ .
sono allergico|allergica|intollerante a|al|alla|alle|ai|agli|allo +
ho = # anni
abito|vivo a|in = +
vengo da|dalla|dal = +
lavoro come = +
lavoro per|presso|in|alla|al|da = +
parlo ?l'italiano|italiano|inglese|francese|tedesco|spagnolo .
ho un|una|#|due ?_ K .
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

var french = language{
	patterns: `je m'appelle = ^
mon nom est = ^
appelle-moi|appelez-moi = ^
je suis L .
je ne suis pas L .
je suis un|une L .
je suis allergique|intolérant|intolérante à|au|aux +
j'ai = # ans
j'habite|j'vis à|en|au|dans = +
je vis|habite à|en|au|dans = +
je viens de|du|d' = +
je travaille comme = +
je travaille chez|pour|dans|à|au = +
je parle français|anglais|allemand|espagnol|italien|arabe|portugais .
j'ai un|une|#|des ?_ K .
je ne mange|bois pas|jamais|plus +
je n'aime pas +
j'aime|j'adore|je_préfère +
je préfère|déteste +
mon|ma|mes K ?^ a|ont = # ans
mon|ma K ?^ est L .
mon|ma K s'appelle = ^
mon anniversaire est ?le = +
réponds|répondez|réponds-moi|écris toujours|uniquement !
utilise toujours !
n'utilise jamais !
désormais V !
à partir de maintenant !
souviens-toi|rappelle-toi|retiens que|qu' > !
n'oublie pas que > !`,
	lists: `
V réponds répondez utilise écris parle 
K femme mari fils fille filles enfant enfants mère père sœur soeur frère compagnon compagne copain copine chien chat chatte chats grand-mère grand-père 
L végétarien végétarienne végan végane végétalien végétalienne cœliaque diabétique daltonien daltonienne gaucher gauchère droitier sourd sourde aveugle dyslexique marié mariée divorcé divorcée veuf veuve retraité retraitée infirmier infirmière médecin professeur professeure avocat avocate ingénieur ingénieure étudiant étudiante français française musulman musulmane juif juive catholique 
`,
	numbers: " un une deux trois quatre cinq six sept huit neuf dix onze douze ",
	openers: " bonjour salut ok alors et mais oui non merci désolé au fait comme puisque s'il te vous plaît ",
	self:    " je j'ai j'habite mon ma mes nous ",
	and:     " et ou pas non ",
	ends:    " mais car donc où qui que quand si comment quel quelle pouvez-vous peux-tu ",
	others:  " il elle je j'ai je ",
	vague:   " ce cet cette ces ça cela le la les un une des de te vous tu que quand si pas bien beaucoup ",
	passing: " tu ton ta tes vous votre ce cette ça aujourd'hui maintenant demain hier actuellement si serait sûr sûre ",
	tasks:   " traduis traduire traduction traduisez corrige corriger reformule résume résumer résumé poème histoire chanson rôle texte paragraphe phrase roman blague cher chère ",
	stages:  " tu imagine imaginons supposons suppose si fais ",
	over:    "ne plus|n' plus",
	small:   " je suis est un une mon ma mes le la à en ne pas et m'appelle j'habite ",
	things:  " projet client cliente fournisseur | entreprise équipe produit chef collègue ami amie femme mari fils fille mère père sœur frère chien chat ",
}

var spanish = language{
	patterns: `me llamo = ^
mi nombre es = ^
llámame = ^
?no soy ?un|una L .
soy alérgico|alérgica|intolerante a|al +
tengo = # años
vivo en = +
soy de = ^ .
trabajo como|de = +
trabajo en|para = +
hablo español|inglés|francés|alemán|italiano|portugués|catalán .
tengo un|una|# ?_ K .
no como|bebo +
no me gusta|gustan +
me gusta|gustan|encanta|encantan +
prefiero +
mi|mis K ?^ tiene|tienen = # años
mi K ?^ es L .
mi K se llama = ^
mi cumpleaños es ?el = +
responde|respóndeme|contesta|escribe siempre|solo !
usa siempre !
nunca uses !
no uses nunca !
a partir|partir de|ahora ?ahora !
de ahora en adelante !
recuerda que > !
ten en cuenta que > !`,
	lists: `
K esposa esposo mujer marido hijo hija hijos hijas madre padre hermana hermano pareja novia novio abuela abuelo perro perra gato gata 
L vegetariano vegetariana vegano vegana celíaco celíaca celiaco celiaca diabético diabética daltónico daltónica zurdo zurda diestro sordo sorda ciego ciega casado casada divorciado divorciada viudo viuda jubilado jubilada enfermero enfermera médico médica profesor profesora abogado abogada ingeniero ingeniera estudiante español española mexicano mexicana argentino argentina colombiano colombiana católico católica musulmán musulmana judío judía 
`,
	numbers: " un uno una dos tres cuatro cinco seis siete ocho nueve diez once doce ",
	openers: " hola ok entonces y pero sí no gracias perdón por cierto como ya que yo ",
	self:    " yo me soy mi vivo tengo trabajo no ",
	and:     " y e o no ",
	ends:    " pero porque así dónde donde que qué cuál cómo cuando si quiero necesito busco puedes podrías ",
	others:  " ella él necesito quiero busco me tengo ",
	vague:   " este esta esto ese esa eso el la los las un una tu tú que si mucho muy ",
	passing: " tú tu este esta esto eso hoy ahora mañana ayer si sería seguro segura ",
	tasks:   " traduce traducir traducción corrige corregir reescribe reformula resume resumir resumen poema historia cuento canción papel texto párrafo frase novela chiste estimado estimada querido querida ",
	stages:  " tú eres imagina supón supongamos si finge ",
	over:    "ya no",
	small:   " soy es un una mi mis el la a en de y no me ",
	things:  " proyecto cliente proveedor | empresa equipo producto jefe jefa colega amigo amiga esposa marido hijo hija madre padre hermana hermano perro gato ",
}
