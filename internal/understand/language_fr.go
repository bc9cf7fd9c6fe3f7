package understand

var french = language{
	patterns: `je m'appelle = ^
mon nom est = ^
appelle-moi|appelez-moi = ^
je suis L .
je ne suis pas L .
je suis un|une L .
je suis allergique|intolérant|intolérante à|au|aux _ .
j'ai = # ans
j'habite|j'vis à|en|au|dans = +
je vis|habite à|en|au|dans = +
je viens de|du|d' = +
je travaille comme = +
je travaille chez|pour|dans|à|au = +
je parle français|anglais|allemand|espagnol|italien|arabe|portugais .
j'ai un|une|# K
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
