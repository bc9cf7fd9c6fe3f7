package understand

// The lists are made by hand from general knowledge of English: which words lean on
// what was said, which carry no subject, which are so common that they name no
// topic. They are not counted in the questions that the judge is measured with, but
// what it got wrong there was looked at while they were made.

const (
	pronounWords = "he him his himself she her hers herself they them their theirs themselves it its itself"

	demonstrativeWords = "this that these those"

	// Words that point at something else, or at a place in a list.
	pointingWords = "other others another else more also too instead both either neither same such former latter previous above " +
		"similar different next again then there besides further additional addition any ones one first last second third alternatively otherwise"

	// Words that begin a clause.
	clauseWords = "and but or if because while that"

	whWords = "what which who whom whose when where why how"

	auxiliaryWords = "is are was were be been being am do does did done doing has have had having can could will would shall should may might must " +
		"isn't aren't wasn't weren't don't doesn't didn't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't cannot ain't ve re ll"

	prepositionWords = "of in on at by for with about from to into onto over under after before between among during against within without through " +
		"across around behind beyond near per since than toward towards until till up down out off as like versus vs via upon"

	articleWords = "a an the some any each every all no"

	personalWords = "i me my mine myself we us our ours ourselves you your yours yourself"

	otherFunctionWords = "and or but so if because while though although not nor yet just only even still ever never always often sometimes usually " +
		"very really quite rather much many most few little lot lots own now here well ok okay oh yes yeah no please thanks thank hi hello hey " +
		"that's it's let's i'm i'd i'll i've you're there's what's who's how's they're he's she's we're s t d m etc eg ie per whether however maybe perhaps " +
		"who're btw incidentally anyway what-about someone something anyone anything everyone everything nothing somebody anybody"

	// Verbs and nouns that only ask.
	askingWords = "tell give show explain describe know think say mean help want need look find list compare talk discuss learn interested wonder define " +
		"information info detail thing stuff way example kind type sort"

	// Nouns that want to be told of what: a symptom is always a symptom of something.
	relationalWords = "ability absence access accident account achievement act action activity actor addition advance advantage adventure advice age agreement aim album " +
		"alternative amount analysis answer appearance application approach area argument article aspect association atmosphere attack attempt attitude attraction " +
		"audience author average award background balance band base basis battle beginning behavior behaviour belief benefit birth body bottom branch brand breed brother " +
		"budget campaign capacity capital career case cast category cause center centre century challenge champion chance change chapter character characteristic charge chart " +
		"child choice circumstance claim class climate club coach collection color colour combination comment community company comparison competition component composition " +
		"con concept concern conclusion condition conflict connection consequence constraint construction content context contract contribution control controversy conversation copy core cost " +
		"country couple course cover creation creator criteria criterion critic criticism crime culture cure current customer cycle damage danger data date daughter day deadline deal death " +
		"debate decade decision definition degree demand department description design destination development diagnosis diet difference difficulty dimension direction director disadvantage " +
		"discovery discussion disease dish disorder distance distribution district division doctor document dose drawback duration duty earning edition education effect efficiency effort " +
		"element employee end enemy energy engine environment episode equipment era error establishment estimate event evidence evolution exam exception exercise expansion expectation expense experience " +
		"experiment expert explanation exposure extent face facility fact factor failure fame family fan fate father fear feature fee feedback feeling field fight figure film final finding " +
		"flavor flavour focus food force form formation foundation founder founding freedom friend function fund future gain gap gender genre goal government grade ground group growth guest guideline habit " +
		"habitat half head health height hero history hit hobby home hour house husband idea ideal identity image impact implication importance improvement incident income increase industry influence ingredient initiative " +
		"injury inspiration instance institution instruction instrument intention interaction interest interpretation interview introduction invention inventor investment invoice issue item job journey judge key king kid knowledge label " +
		"lack language law lawsuit layer layout leader leadership league length lesson letter level life lifespan lifestyle limit limitation line link literature load loan location loss love lyric machine magazine " +
		"maintenance majority management manager manner manufacturer map market marriage material matter meal meaning measure mechanism media medication medicine meeting member membership memory message method middle mind minimum minister " +
		"minute mission mistake model moment money month mood mother motivation motive movement movie museum music name nation nature neighbor network news night norm note notion number nutrient object objective obstacle occasion occupation offer office " +
		"officer official operation opinion opponent opportunity opposition option order organization origin outcome outline output owner ownership pace page paper parent part participant partner party past path patient pattern pay payment " +
		"percent percentage performance performer period permission permit perspective phase philosophy phrase picture piece place plan plant platform player plot poem point policy population portion pose position possibility post poster potential " +
		"power practice precaution preparation presence present president price principle priority prize pro problem procedure process producer product production profession professor profit program programme project promise property proportion " +
		"pros cons prospect protection provider public publication purpose quality quantity queen question race range rank rate rating ratio reaction reader reason recipe recommendation record recovery reference reform region regulation relation relationship relative release " +
		"religion remedy report representation reputation request requirement research reserve resident resource response responsibility restaurant restriction result return revenue review revolution reward right risk rival role room root round route row rule ruler " +
		"safety salary sale sample scale scandal scene schedule school science scientist scope score screen season seat section sector security segment selection sense sequence series service session setting share shape shift show side sign signal significance " +
		"similarity single sister site situation size skill society soldier solution son song sound source space specialty species specification speech speed spot staff stage standard star start state statement statistic status step story strategy street strength structure struggle student studio " +
		"study style subject success suggestion summary supplier supply support supporter surface surgery survivor symbol symptom system table talent target task taste tax teacher team technique technology temperature tendency term test text theme theory therapy thought threat " +
		"ticket time timeline tip title tool top topic total tour tournament town trade tradition trail training trait transition treatment trend trial trick trip trouble type unit university usage use user value variant variation variety vehicle version victim victory video view village vision " +
		"people person visitor voice volume vote war warning wave weakness wealth weapon weather web website week weight wife win winner word work worker world writer writing year youth zone applicant owner"

	// Words that tell how something is.
	qualityWords = "able absolute active actual additional adult afraid aggressive alive alone ancient angry annual apparent appropriate approximate automatic available average aware bad basic beautiful beneficial best better big biggest " +
		"bright brief broad busy calm careful central certain cheap chief civil clean clear close closest cold common commercial comparable competitive complete complex comfortable considerable consistent constant contemporary controversial cool correct creative " +
		"critical crucial cultural current daily dangerous dark dead dear deadly deep definite dependent different difficult direct domestic dominant due earlier earliest early easier easiest easy economic educational effective efficient electric " +
		"emotional entire environmental equal essential established evident exact excellent exciting existing expensive experienced experimental external extra extreme fair false familiar famous far fast fastest favorite favourite female few final financial fine " +
		"first flat flexible foreign formal free fresh frequent friendly full fun functional fundamental funny further general genetic good great greatest half happy hard harder hardest hardy harmful healthy heavy helpful high higher highest historic historical " +
		"hot huge human ideal illegal immediate important impossible impressive independent individual indoor inner innovative instant intelligent internal international key known large larger largest late later latest leading least legal less lesser like likely local " +
		"lone long longer longest longterm low lower lowest lucky main major male many medical mental military minimum minor mixed modern moral most multiple mutual narrow national natural nearby necessary negative new newer newest next nice normal normally notable " +
		"obvious occasional odd official old older oldest open opposite ordinary original outdoor overall own particular past perfect permanent personal physical plain pleasant political poor popular positive possible possibly potential powerful practical precise " +
		"present previous primary prime principal private professional profitable prominent proper proud public pure quick quiet random rapid rare raw ready real realistic reasonable recent regional regular related relative relevant reliable remarkable remote responsible rich rough rural " +
		"sad safe scientific secondary secret secure senior separate serious severe sexual sharp shared short shorter shortest significant silent similar simple single slow small smaller smallest smart smooth social soft solid sole solo special specific spiritual stable standard strange strict strong stronger strongest " +
		"subsequent substantial successful sudden sufficient suitable super sure surprising sustainable sweet tall technical technological temporary terrible tiny tough traditional true typical ultimate uncommon unique universal unknown unlikely unusual upper urban useful usual valid valuable various vast " +
		"viable vital vulnerable warm weak wealthy weird well wide wild willing wise wonderful worldwide worse worst worth wrong young younger youngest " +
		"always actually ago almost alone already anymore anyway apart approximately away back basically currently directly easily effectively especially eventually exactly finally forward generally here highly immediately initially largely mainly mostly nearly " +
		"once originally particularly personally possibly precisely previously primarily probably properly quickly recently significantly simply slightly slowly somehow specifically successfully suddenly together today tomorrow tonight typically yesterday yet enough far later soon long " +
		"one two three four five six seven eight nine ten hundred thousand million billion dozen several"

	// Verbs that are common in questions, as they stand and by their stems.
	verbWords = "accept accomplish achieve acquire act adapt add address admit adopt affect afford agree aim allow announce appear apply appoint approach approve argue arise arrest arrive ask assume attack attempt attend attract avoid award " +
		"base bear beat became become began begin begun believe belong benefit bought born borrow break bring broke broken brought build built burn buy call came care carry catch caught cause celebrate change charge check choose chose chosen claim clean climb " +
		"close collaborate collect combine come commit communicate compare compete complain complete compose concern conclude conduct confirm connect consider consist consume contact contain continue contribute control convert convince cook cope copy cost count cover create criticize cure cut " +
		"damage deal debut decide declare decline decrease defeat defend define deliver demand deny depend derive describe deserve design destroy detect determine develop die differ disappear disband discontinue discover dislike display distinguish distribute divide divorce do donate draw drew drink drive drop " +
		"earn eat elect eliminate employ enable encounter encourage end engage enjoy ensure enter establish evolve examine exist expand expect experience explore express extend face fail fall fear feature feed feel fell felt fight fill finish fire fit fix flew fly focus follow force forget form fought found " +
		"gain gather gave get given go gone got graduate grew grow guess handle hang happen hate hear heard held help hide hire hit hold hope host hurt identify ignore imagine impact implement improve include increase indicate influence inform inherit injure inspire install intend introduce invent invest investigate invite involve " +
		"join judge jump keep kept kick kill knew known lack last laugh launch lay lead led left leave lend let lie like limit listen live lived locate lose lost love made maintain make manage manufacture march mark marry match matter measure meant meet mention met mind miss mix move " +
		"name note notice obtain occur offer open operate oppose organize originate outlaw overcome own paid participate pass pay perceive perform permit persuade pick plan plant play played possess practice practise predict prefer prepare present preserve press prevent proceed process produce promote propose protect protest prove provide publish pull purchase pursue push put " +
		"quit raise ran rank reach react read realize receive recognize recommend record recover reduce refer reflect refuse regard regret reject relate release rely remain remember remove renew rent repair repeat replace report represent reproduce request require rescue research resign resolve respond result retire return reveal reverse review ride rise rule run " +
		"said sang sat save saw say search see seek seem seen select sell send sent separate serve set settle shape share shift shoot shot show shut sign sing sink sit slow smell sold solve sound speak specialize spell spend spent split spoke spread stand start state stay steal stood stop store strike study struggle submit succeed suffer suggest sung supply support suppose surprise surround survive suspect " +
		"swim switch take taken target taste taught teach tend test thank threaten threw throw told took touch tour track trade train transfer transform transport travel treat tried trigger try turn understand understood update use used vary view visit vote wait walk warn wash watch wear weigh went win won work worn write written wrote worry yield going getting"

	// Nouns for things of every day: they name a topic less than a rare word does.
	commonWords = "air animal apple arm baby bag bank bar bath beach bed bike bird blood boat book box boy brain bread bridge business bus cake camera car card cat cell chair church city clock cloud coat coffee computer corn cow crown cup desk dog door dream dress ear earth egg " +
		"eye farm finger fire fish floor flower foot forest friend fruit fun game garden gas girl glass god gold grass gun hair hand hat heart horse hospital hotel ice island juice key kitchen knife lake land leg library light lip lunch man men meat milk mountain mouth neck nose ocean oil pain paper park pen phone plane plate prison " +
		"rain rice ring river road rock roof rule salt sand sea ship shirt shoe shop shoulder skin sky sleep snow son sport spring square store storm sugar summer sun table tea teeth tooth town train tree truck wall water wind window wine winter woman women wood"
)

// abstractEnds are endings of nouns made of verbs and adjectives: they too want to
// be told of what.
const abstractEnds = "tion sion ment ness ity itie ence ance ship ism logy ure age"

// qualityEnds are endings of words that tell how something is.
const qualityEnds = "ous ful able ible ive less ish ical ly est"

const dayAndMonthNames = "monday tuesday wednesday thursday friday saturday sunday " +
	"january february march april may june july august september october november december"

// givenNames are first names that are common in English text, for telling persons
// from things.
const givenNames = "james john robert michael william david richard joseph thomas charles mary patricia jennifer linda elizabeth barbara susan jessica sarah karen " +
	"daniel matthew anthony mark donald steven paul andrew joshua kevin brian george edward peter frank jack henry adam emma olivia anna maria laura julia lisa nancy " +
	"alice bob carol dave eve rob sam tom tim ben max alex chris martin simon eric jane kate lucy rose ruth helen clara diana victoria margaret amy rachel kelly nicole " +
	"ali mohammed ahmed fatima omar chen wei li yuki hiro ivan olga pavel nadia anil priya raj carlos jose juan luis pedro sofia pierre marie jean luc hans karl greta"

// kindLists has the lists with their kinds. Words from firstStemmed on are also
// found by their stems.
var kindLists = [...]struct {
	words string
	kind  kind
}{
	{pronounWords, pronoun | function},
	{demonstrativeWords, demonstrative | function},
	{pointingWords, function},
	{whWords, wh | function},
	{auxiliaryWords, auxiliary | function},
	{prepositionWords, preposition | function},
	{articleWords, article | function},
	{personalWords, personal | function},
	{otherFunctionWords, function},
	{clauseWords, clause},
	{dayAndMonthNames, calendar},
	{givenNames, given},
	{"mr mrs ms dr", personTitle},
	{"inc corp ltd llc gmbh company group united society association records university college street city county river lake museum bank labs industries foods systems", firm},
	{countingWords, counting},
	{recordWords, record},
	{documentWords, document},
	{policyWords, policy},
	{chatWords, chatty},
	{askingWords, asking},
	{relationalWords, relational},
	{verbWords, verb},
	{qualityWords, quality},
	{commonWords, common},
	{"year week month morning weekend evening summer winter autumn spring", timeNoun},
	{"possible true legal safe normal better good bad ok necessary worth important hard easy difficult take cost like mean feel rain snow", emptyWord},
	{"compare differ difference similarity similar relate contrast", comparing},
	{"item option entry result point thing choice suggestion bullet row line example answer record", generic},
	{"person man woman guy artist author actor singer player employee customer client", personNoun},
	{"professor president employee manager engineer doctor", personTitle},
}

const firstStemmed = 19
