package recall

// stopWords carry no subject: they are neither kept nor asked for.
const stopWords = "a about above after again all also always am an and any anyone anything are aren as at be because been before being " +
	"below between both but by can cannot could couldn d did didn do does doesn doing don done down during each either else " +
	"etc ever every everyone everything few for from further get gets getting go goes going gone gonna got gotta had hadn has hasn " +
	"have haven having he hello her here hers herself hey hi him himself his hmm how however i if in into is isn it its itself just " +
	"kind let like likely ll lot lots m many may maybe me might mine more most much must my myself need no nor not now of off oh ok " +
	"okay on once one only or other our ours ourselves out over own per perhaps please quite rather re really s said same say says she should " +
	"shouldn since so some someone something such sure t than that the their theirs them themselves then there these they thing things " +
	"this those though through to too type under until up upon us ve very was wasn way we went were weren what whatever when where whether " +
	"which while who whom whose why will with within without won would wouldn yeah yes yet you your yours yourself yourselves " +
	"tell told mention mentioned talk talked remember recall know think thought"

// irregular has forms that no stemmer brings together, in groups divided by
// commas; the first of a group stands for all.
const irregular = "begin began begun,break broke broken,bring brought,build built,buy bought,catch caught,child children,choose chose chosen," +
	"come came,deal dealt,draw drew drawn,drink drank drunk,drive drove driven,eat ate eaten,fall fell fallen,feel felt,fight fought," +
	"find found,fly flew flown,forget forgot forgotten,freeze froze frozen,give gave given,grow grew grown,hear heard,hide hid hidden,hold held," +
	"keep kept,lead led,leave left,lend lent,lose lost loss,make made,man men,mean meant,meet met,mouse mice,foot feet,tooth teeth," +
	"pay paid,person people,ride rode ridden,ring rang rung,rise rose risen,run ran,see saw seen,sell sold,send sent,shoot shot,show shown," +
	"sing sang sung,sit sat,sleep slept,speak spoke spoken speech,spend spent,stand stood,steal stole stolen,swim swam swum,take took taken," +
	"teach taught,tear tore torn,throw threw thrown,understand understood,wake woke woken,wear wore worn,wife wives,win won,woman women,write wrote written"

// alike has groups of words that a question and its answer often exchange.
// They count less than the word itself.
const alike = "child kid son daughter baby toddler,job work career profession occupation employ,movie film cinema,mother mom mum parent," +
	"father dad parent,sibling brother sister,grandmother grandma granny,grandfather grandpa,partner husband wife spouse boyfriend girlfriend," +
	"pet dog cat puppy kitten,trip travel vacation holiday journey visit,buy purchase shop order,store shop,home house apartment flat," +
	"photo picture image pic,paint painting art draw drawing,book novel read author,song music sing band concert,doctor hospital medical clinic," +
	"ill sick disease health,hobby activity interest pastime,food meal dinner lunch breakfast cook recipe eat dish,sport game team match play," +
	"exercise workout gym fitness run yoga,begin start,finish end complete,enjoy love favorite favourite fun,birthday born age,country nation," +
	"city town place,money dollar price cost pay fund,plan intend goal hope,study learn course class degree university college school,stress relax calm," +
	"sad upset depressed,happy glad excited,friend buddy,marry wedding married engaged,car vehicle drive,shop business store company,volunteer charity donate," +
	"prize award win won,gift present,problem issue trouble error bug,fix repair solve,big large huge,meet met meeting,teach teacher class," +
	"phone call number,computer laptop,church faith religion religious,beach sea ocean,mountain hike hiking trail,camp camping tent,cook bake," +
	"clothes dress wear,garden plant flower,injury hurt accident,move moved relocate,dance dancing,quit leave left,hire employ,advice suggest recommend," +
	"allergy allergic,password key secret,deadline due date,address street,email mail,server host,delete remove,create make,change modify update,error fail crash,deep depth,high height tall,long length,wide width,heavy weight,warm hot temperature,name call title"

// datedWords mark a message that says when something was.
const datedWords = "today yesterday tomorrow tonight ago week weekend month year day morning evening night monday tuesday wednesday thursday friday saturday sunday " +
	"january february march april june july august september october november december last next recently soon spring summer autumn fall winter"

// kinds has groups whose first word is a name for all others. A question with it
// also asks for them; not the other way round.
const kinds = "activity hobby sport swim hike camp paint draw dance yoga run cook bake garden fish read knit sing craft ski climb cycle play visit," +
	"hobby swim hike camp paint draw dance yoga run cook bake garden fish read knit sing craft ski climb cycle play collect," +
	"event party festival parade concert conference meeting workshop fair race show ceremony exhibition tournament celebration wedding," +
	"family mother father mom dad parent brother sister son daughter husband wife kid child cousin aunt uncle grandma grandpa," +
	"relative mother father mom dad parent brother sister son daughter cousin aunt uncle grandma grandpa," +
	"relationship single married divorced dating partner boyfriend girlfriend husband wife breakup engaged," +
	"colleague coworker boss team office work,instrument guitar piano violin drum flute cello trumpet,outdoor hike camp mountain beach park trail nature lake," +
	"animal dog cat horse bird fish rabbit cow,pet dog cat puppy kitten bird fish rabbit hamster,color red blue green yellow purple pink orange black white brown," +
	"country usa america england france germany italy spain japan china india canada mexico brazil australia russia," +
	"city london paris york tokyo berlin boston chicago rome madrid,sport football basketball baseball soccer tennis swim run volleyball golf hockey cricket," +
	"food pizza pasta salad soup cake bread cheese rice meat chicken fish vegetable fruit chocolate sandwich,drink coffee tea wine beer juice water," +
	"emotion happy sad angry afraid proud nervous excited,weather rain snow sun storm wind cloud,transport car bus train plane bike,vehicle car truck bus bike motorcycle van," +
	"place beach park mountain lake forest city museum cafe restaurant,subject math history science biology physics art,language english french spanish german chinese japanese," +
	"religion church faith god pray bible temple mosque,health doctor hospital illness injury medicine diet sleep pain,clothes shirt dress shoe jacket hat pants," +
	"education school university college study degree class course learn,politics vote election party government senator mayor campaign,job engineer teacher nurse lawyer manager developer"
