package understand

import (
	"strings"

	"burrow/internal/words"
)

// A field is what a word is used to talk about. A question whose topics are new can
// still go on with the conversation's subject: "Do tablets help?" after one about
// sleep. Words of one field tell that, and words of another one that the
// subject is new.
type field uint16

// fieldWords has the words of each field, collected by hand from general knowledge of
// English. Words that stood out in the data the judge is measured with were left
// out, and so were words that are used to talk about anything.
var fieldWords = [...]string{
	// food
	"almond apple bacon bake bakery banana barbecue bean beef beer berry beverage boil bread breakfast broccoli broth butter cabbage cafe caffeine cake " +
		"calorie candy carrot cereal cheese chef chicken chili chocolate cinnamon cocktail coconut coffee cook cookie corn crab cream cucumber cuisine curry " +
		"dairy delicious dessert diet dinner dish dough drink eat egg fish flour food fruit fry garlic gluten grape grill ham herb honey ingredient juice " +
		"ketchup kitchen lamb lemon lobster lunch meal meat menu milk mushroom mustard noodle nut nutrient nutrition oil olive onion orange oven pasta peanut " +
		"pepper pie pizza pork potato poultry protein pumpkin recipe restaurant rice roast salad salmon salt sandwich sauce sausage seafood seasoning shrimp " +
		"snack soup soy spice spicy spinach steak stew strawberry sugar sushi sweet syrup tea tofu tomato vanilla vegan vegetable vegetarian vinegar walnut " +
		"wheat wine yeast yogurt",
	// health
	"ache acne addiction alcohol allergic allergy anemia antibiotic anxiety artery arthritis asthma bacteria biology blood body bone brain breast bruise " +
		"caffeine cancer cardiac cell cholesterol chronic clinic concussion contagious cough cure deficiency dementia dental dentist depression diabetes " +
		"diagnose diagnosis diarrhea diet disease disorder doctor dose drug enzyme epidemic fatigue fever fitness flu fracture gene genetic gut headache heal " +
		"health healthy heart hormone hospital hygiene hypertension immune immunity infection inflammation injury insomnia insulin intestine itch joint kidney " +
		"knee liver lung medical medication medicine melanoma mental metabolism migraine mineral muscle nausea neck nerve neuron nicotine nurse nutrient " +
		"nutrition obesity oxygen pain pancreas pandemic paralysis patient physician pill placebo pneumonia pregnancy pregnant prescription probiotic " +
		"psychiatric psychiatrist psychology puberty rash rehab sickness skin sleep smoking spine sprain steroid stomach stroke suicide surgeon surgery " +
		"swelling swollen symptom syndrome teeth tendon therapist therapy throat thyroid tooth toxin trauma treatment tumor ulcer urine vaccine vegan vein " +
		"virus vitamin vomit weight wellness wound yoga",
	// nature
	"amphibian animal ant ape aquarium bamboo bear bee beetle biology bird botany breed butterfly camel carnivore cat cattle chicken coral cow creature " +
		"crocodile deer dinosaur dog dolphin duck eagle egg elephant endangered evolve extinct farm feather fern fish flower forest fox frog fungus fur garden " +
		"goat gorilla grass habitat herbivore hive honey horse hunt insect jungle kangaroo larva leaf lion lizard mammal migrate monkey mosquito mouse nest " +
		"orchid owl ox panda parrot penguin pest pet pig pine plant poison pollen predator prey puppy rabbit reproduction reptile rodent rose salmon seed shark " +
		"sheep shrub snake soil species spider squirrel swan tiger tortoise tree turtle venom vertebrate vine whale wildlife wolf wood worm zebra zoo",
	// places
	"airport attraction avenue beach border bridge canyon capital castle cathedral city coast continent country county desert downtown embassy ferry flight " +
		"forest harbor hike hiking hill hostel hotel island itinerary lake landmark latitude luggage map monument mountain museum neighborhood ocean palace " +
		"park passport peninsula plaza population province resort restaurant river scenic shore sightseeing ski street suburb tour tourism tourist town trail " +
		"travel trip tunnel vacation valley village visit waterfall zoo",
	// money
	"advertising asset bank bankrupt bond borrow brand broker budget business capital cash ceo commerce company consumer corporation credit currency " +
		"customer debt deposit dividend dollar economic economics economy employer employment entrepreneur equity euro expense export finance financial funding " +
		"import income inflation insurance invest investment investor invoice job landlord lender loan manufacturer market marketing merchant money monopoly " +
		"mortgage nasdaq pay payment pension poverty price profit recession retail retirement revenue salary saving startup stock subscription subsidy supplier " +
		"tariff tax trade unemployment venture wage warranty wealth wholesale",
	// law
	"abortion amendment arrest attorney ballot bureaucracy campaign candidate citizen congress conservative constitution coup court crime criminal " +
		"democracy democrat dictator diplomat election federal felony government governor guilty homicide immigrant immigration impeachment jail judge jury " +
		"justice law lawsuit lawyer legal legislation legislature liberal liberty lobby mayor minister murder nationalist parliament party passport police " +
		"policy political politician politics president prison privacy protest racism referendum reform regulation republic republican rights sanction senate " +
		"senator sheriff socialist suffrage supreme terrorism terrorist treaty trial verdict violence vote voter",
	// computing
	"algorithm android api app automation backup battery binary bluetooth browser bug byte chip cloud code compiler computer computing cpu cryptography " +
		"cyber data database debug desktop device digital disk download electronic email encryption file firewall firmware framework gadget google graphics " +
		"hacker hardware html interface internet ios iphone java javascript kernel keyboard laptop linux login malware microsoft mobile module network online " +
		"operating password phone pixel processor program programmer programming protocol python query robot router server simulation smartphone software spam " +
		"spreadsheet sql storage streaming syntax tablet tech technology transistor upload url video virtual web website wifi windows wireless",
	// science
	"alloy asteroid astronaut astronomer astronomy atmosphere atom biology calculus carbon chemical chemistry climate comet copper crystal density " +
		"diffusion dna drought earthquake eclipse ecology electricity electromagnetic electron emission energy engineering environment equation erosion " +
		"evaporation evolution experiment flood fossil frequency fuel galaxy gas geology geometry glacier gravity greenhouse heat hurricane hydrogen hypothesis " +
		"kinetic laboratory laser lava lunar magnet magnetic mantle mars mathematics metal microscope mineral molecule moon nasa neutron nitrogen nuclear ocean " +
		"optics orbit oxygen ozone particle photon photosynthesis physics planet plasma pollution proton quantum radiation radioactive recycle recycling " +
		"relativity renewable rocket scientific scientist sediment seismic solar space spacecraft species sun sunlight telescope temperature thermodynamics " +
		"tide tornado tsunami universe uranium vacuum velocity volcano voltage waste water wavelength weather",
	// arts
	"acting actor actress album animation anime art artist author autobiography ballet band bestseller billboard biography blues book broadcast cartoon " +
		"celebrity character choir choreography chorus cinema classical comedy comic composer concert dance director disney drama drum drummer episode fame " +
		"fantasy fiction film filmmaker gallery genre grammy guitar hollywood horror illustrator jazz journalist keyboardist literary literature lyric magazine " +
		"manga marvel melody metaphor movie mural museum music musical musician narrative narrator novel opera orchestra oscar painter painting photography " +
		"piano playwright plot poem poet poetry pop premiere producer publisher rap rapper rhyme romance screenplay script sculptor sculpture sequel sing " +
		"singer sitcom song soundtrack stage story studio symphony television theater theatre trilogy tune tv verse video violin vocal vocalist writer",
	// sports
	"archery athlete athletic badminton baseball basketball batting bowling boxer boxing bullpen catcher champion championship club coach cricket cycling " +
		"fitness football game goalie goalkeeper golf gym gymnastics halftime hockey homerun inning jockey judo karate league linebacker lineup marathon medal " +
		"nba nfl olympic olympics pitcher player playoff quarterback racing referee rookie roster rugby runner season skate ski skiing soccer sport sprint " +
		"squad stadium surf swim swimming tackle team tennis touchdown tournament trophy umpire volleyball wimbledon winner wrestle wrestler wrestling",
	// transport
	"aircraft airline airplane airport automobile aviation bicycle bike boat brake bus car cargo chassis commute diesel drive driver electric engine ferry " +
		"flight fuel hatchback helicopter highway horsepower hybrid jet locomotive mileage motor motorcycle passenger pilot plane rail railroad railway runway " +
		"sailing sedan ship speed subway suv taxi tire traffic trailer tram transport transportation truck vehicle wheel yacht",
	// past
	"ancestor ancient archaeologist archaeology army artifact assassinate barbarian battle bomb castle cavalry century christian church civilization " +
		"colonial colonist colony communist conquer conquest crusade dynasty egypt egyptian emperor empire expedition explorer feudal fleet genocide greek " +
		"historian historic history hitler holocaust immigrant independence indigenous invade invasion king kingdom knight medieval military monarch mongol " +
		"mummy mythology napoleon navy nazi noble peasant persian pharaoh pilgrim princess pyramid queen rebel rebellion reign renaissance revolution rome " +
		"ruler samurai settler siege slave slavery soldier soviet spartan territory throne treasure treaty tribe troop viking war warrior weapon",
	// learning
	"academic accent adolescent alphabet anthropology childhood classroom cognitive college curriculum dialect education english essay ethics exam faculty " +
		"freudian graduate grammar homework intelligence kindergarten language learn lecture linguist linguistic literacy mathematics motivation personality " +
		"persuasion phd philosopher philosophy professor pronunciation psychologist psychology psychotherapy pupil reading scholar scholarship school semester " +
		"society sociology spanish student study syllable teach teacher thesis translate tuition tutor university verb vocabulary",
	// belief
	"angel astrology atheist baptism belief bible bishop buddhism buddhist catholic celebrate ceremony christ christian christianity christmas church " +
		"clergy crucifixion deity dharma divine easter faith festival god gospel halloween heaven hindu hinduism holiday holy islam jesus jew jewish judaism " +
		"karma meditation missionary monastery monk mosque muslim mythology nun pilgrimage pope pray prayer priest prophet protestant quran rabbi religion " +
		"religious ritual sacred saint sermon shrine sin spiritual temple thanksgiving theology tradition worship yoga zodiac",
	// home
	"appliance bath bathroom bed bedroom blanket carpet ceiling chair child clean clothes cotton couch curtain decor dishwasher divorce drain dress fabric " +
		"family fashion faucet fireplace furniture garden hat heater heating house household insulation jeans jewelry kitchen knit lamp laundry lawn leather " +
		"marriage married mattress microwave perfume plumbing refrigerator renovate roof rug sew shirt shoe shower sofa stove textile tile toilet toy vacuum " +
		"wedding wool",
}

// addFields enters the words of the fields by their stems.
func (t *table) addFields() {
	for i, list := range fieldWords {
		for w := range strings.FieldsSeq(list) {
			t.at(hashed(hashSeed, w[:words.StemLength(w)])).field |= 1 << i
		}
	}
}

// fieldsOf returns all fields of some words.
func fieldsOf(words []word) (all field) {
	for i := range words {
		all |= words[i].field
	}
	return all
}

// fields compares the fields of a question's new words with those of the questions
// before.
func (f *Features) fields(q []word, s *surveyed) {
	var mine field
	for i := range q {
		if !s.known(i) {
			mine |= q[i].field
		}
	}
	f[fField] = mine != 0
	f[fFieldKnown] = mine&s.fields != 0
	f[fFieldFirst] = mine&s.firstFields != 0
	f[fFieldNew] = mine != 0 && mine&s.fields == 0 && s.fields != 0
}
