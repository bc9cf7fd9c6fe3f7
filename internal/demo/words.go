package demo

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// locale is what names look like in the country of a company.
type locale struct {
	first, last, cities, streets, firms, plates []string
	postal, phone, domain                       string
}

func list(text string) []string { return strings.Split(text, ",") }

// locales are those of the companies, in their order.
var locales = []locale{
	{
		first:   list("Aoife,Ciarán,Niamh,Seán,Siobhán,Patrick,Emma,Conor,Grace,Liam,Órla,Declan,Sinéad,James,Kate,Brendan,Róisín,Michael,Fiona,Eoin"),
		last:    list("Murphy,Kelly,O'Sullivan,Walsh,O'Brien,Byrne,Ryan,O'Connor,Doyle,McCarthy,Gallagher,Doherty,Kennedy,Lynch,Quinn,Moore,McLoughlin,Carroll,Connolly,Daly"),
		cities:  list("Dublin,Cork,Limerick,Galway,Waterford,Drogheda,Kilkenny,Sligo,Athlone,Wexford"),
		streets: list("Main Street,Church Road,Station Road,Patrick Street,Bridge Street,Mill Lane,The Quay,Castle Street,Green Park,Harbour View"),
		firms:   list("Foods Ltd,Hotels Ltd,Properties,Bakery,Pharmacy,Motors,Nursing Home,Brewing Company,Logistics,Dental Practice"),
		plates:  list("D,C,L,G"), postal: "D%02d", phone: "+353 1 %07d", domain: "ie",
	},
	{
		first:   list("Anna,Lukas,Lena,Jürgen,Sabine,Thomas,Marie,Stefan,Heike,Jonas,Ursula,Matthias,Petra,Felix,Birgit,Moritz,Käthe,Andreas,Claudia,Jörg"),
		last:    list("Müller,Schmidt,Schneider,Fischer,Weber,Meyer,Wagner,Becker,Schulz,Hoffmann,Schäfer,Koch,Bauer,Richter,Klein,Wolf,Schröder,Neumann,Groß,Zimmermann"),
		cities:  list("Berlin,Hamburg,München,Köln,Leipzig,Dresden,Nürnberg,Bremen,Kassel,Würzburg"),
		streets: list("Hauptstraße,Bahnhofstraße,Gartenweg,Schillerstraße,Lindenallee,Am Markt,Mühlweg,Goethestraße,Ringstraße,Kirchgasse"),
		firms:   list("GmbH,Bau AG,Bäckerei,Hausverwaltung,Apotheke,Autohaus,Seniorenheim,Brauerei,Logistik GmbH,Zahnarztpraxis"),
		plates:  list("B,HH,M,K"), postal: "%05d", phone: "+49 30 %07d", domain: "de",
	},
	{
		first:   list("Giulia,Marco,Francesca,Luca,Chiara,Alessandro,Sara,Matteo,Elena,Davide,Paola,Giovanni,Silvia,Antonio,Marta,Nicolò,Lucia,Stefano,Irene,Paolo"),
		last:    list("Rossi,Russo,Ferrari,Esposito,Bianchi,Romano,Colombo,Ricci,Marino,Greco,Bruno,Gallo,Conti,De Luca,Mancini,Costa,Giordano,Rizzo,Lombardi,D'Angelo"),
		cities:  list("Milano,Roma,Torino,Bologna,Firenze,Verona,Genova,Padova,Napoli,Bari"),
		streets: list("Via Roma,Via Garibaldi,Corso Italia,Via Mazzini,Piazza Dante,Via Verdi,Viale Europa,Via Cavour,Via dei Mille,Largo Augusto"),
		firms:   list("S.r.l.,Alimentari,Hotel,Immobiliare,Farmacia,Officina,Casa di riposo,Cantina,Trasporti,Studio dentistico"),
		plates:  list("FA,GB,GC,FX"), postal: "%05d", phone: "+39 02 %07d", domain: "it",
	},
	{
		first:   list("María,José,Carmen,Antonio,Lucía,Manuel,Paula,Javier,Elena,Carlos,Ángela,Miguel,Rocío,Pablo,Inés,Álvaro,Sofía,Andrés,Begoña,Iñigo"),
		last:    list("García,Fernández,González,Rodríguez,López,Martínez,Sánchez,Pérez,Gómez,Martín,Jiménez,Ruiz,Hernández,Díaz,Moreno,Muñoz,Álvarez,Romero,Núñez,Iglesias"),
		cities:  list("Madrid,Barcelona,Valencia,Sevilla,Zaragoza,Málaga,Bilbao,Alicante,Córdoba,Girona"),
		streets: list("Calle Mayor,Avenida de España,Calle Real,Plaza Nueva,Calle del Sol,Paseo Marítimo,Calle Cervantes,Gran Vía,Calle Luna,Ronda Norte"),
		firms:   list("S.L.,Supermercados,Hoteles,Inmobiliaria,Farmacia,Talleres,Residencia,Bodegas,Transportes,Clínica dental"),
		plates:  list("BCD,FGH,JKL,MNP"), postal: "%05d", phone: "+34 91 %07d", domain: "es",
	},
}

// Staff and customers also come from elsewhere.
var (
	otherFirst = list("Minh,Thu Hà,Agnieszka,Piotr,Elif,Mehmet,Linh,Katarzyna,Ayşe,Đức,Ioana,Andrei")
	otherLast  = list("Nguyễn,Trần,Kowalska,Nowak,Yılmaz,Kaya,Lê,Wiśniewska,Demir,Phạm,Popescu,Ionescu")

	makers    = list("Vantherm,Kaltwerk,Boreas,Nordluft,Termosol,Calorex,Elektra,Liftron,Fumatec,Solinvert,Aquasoft,Hydrovia,Signatec,Ventura Air,Gasmeister,Polarline,Ampera,Rotaflow,Securon,Genwatt,Heliotherm,Frigora")
	parts     = list("Circulation pump,Expansion valve,Air filter,Flame sensor,Fan motor,Door seal,Pressure switch,Thermostat,Contactor,Fuse 16 A,Copper pipe 22 mm,Ignition electrode,Smoke detector,Battery 12 V,Control board,Refrigerant R32,Gasket set,Temperature probe,Relay,Cable 3x1.5")
	tasks     = list("Check the burner,Replace the filter,Measure the pressure,Test the safety valve,Clean the heat exchanger,Read the fault memory,Refill refrigerant,Tighten the contacts,Instruct the customer,Label the plant,Update the logbook,Take photos")
	faults    = list("No hot water,Heating does not start,Strange noise,Water leak,Error code on display,Room too warm,Yearly service,Alarm without cause,Power failure,Filter change due,Installation of new unit,Pressure drops,Smell of gas,Lift stuck")
	sentences = strings.Split("The customer called in the morning.|Access through the yard.|Noise only at night.|Part was ordered.|Please call before arrival.|The unit was reset and works again.|Second visit needed.|Plant is older than fifteen years.|Customer asks for an offer.|Everything in order.|Filter was very dirty.|Pressure corrected.|Key is at the neighbour's.|Meter could not be read.", "|")
	access    = list("Ring twice,Key at the office,Code at the gate,Ask at reception,Through the garage,Dog in the yard")
	asks      = list("Is the flue free of obstacles?,Is the safety valve tight?,Is the label legible?,What is the pressure in bar?,Are all covers in place?,Does the alarm sound?,Is the logbook up to date?,Is there any sign of corrosion?,What is the supply temperature?,Are emergency exits free?")
)

func one(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

// text is a text of a kind, as it is usual where the company is.
func text(kind string, r *rand.Rand, company, i int) string {
	l := locales[company]
	switch kind {
	case "first", "last", "person":
		first, last := person(r, company)
		return map[string]string{"first": first, "last": last, "person": first + " " + last}[kind]
	case "business":
		return one(r, l.last) + " " + one(r, l.firms)
	case "email":
		return fmt.Sprintf("%s%d@example.%s", one(r, []string{"info", "office", "mail", "kontakt"}), i+1, l.domain)
	case "phone":
		return fmt.Sprintf(l.phone, r.IntN(10_000_000))
	case "street":
		return fmt.Sprintf("%s %d", one(r, l.streets), 1+r.IntN(140))
	case "city":
		return l.cities[skewed(r, len(l.cities))]
	case "branch":
		return l.cities[i/len(locales)]
	case "postal":
		return fmt.Sprintf(l.postal, 1+r.IntN(89)*11)
	case "nationalId":
		return fmt.Sprintf("%s%09d", strings.ToUpper(l.domain), r.IntN(1_000_000_000))
	case "plate":
		return fmt.Sprintf("%s %04d", l.plates[i%len(l.plates)], 1000+i)
	case "code":
		return fmt.Sprintf("%04d", r.IntN(10_000))
	case "model":
		return fmt.Sprintf("%c%d-%d", 'A'+rune(r.IntN(20)), 100*(1+r.IntN(9)), i+1)
	case "maker":
		return makers[i%len(makers)]
	case "part":
		return fmt.Sprintf("%s %d", parts[i%len(parts)], i/len(parts)+1)
	case "sentence":
		return one(r, sentences)
	}
	return one(r, map[string][]string{"task": tasks, "fault": faults, "access": access, "question": asks}[kind])
}

// person is a first and a last name; one in seven comes from elsewhere.
func person(r *rand.Rand, company int) (first, last string) {
	if r.IntN(7) == 0 {
		return one(r, otherFirst), one(r, otherLast)
	}
	return one(r, locales[company].first), one(r, locales[company].last)
}

// skewed is a number below n, the small ones likelier: of four, half are 0.
func skewed(r *rand.Rand, n int) int {
	u := r.Float64()
	return int(float64(n) * u * u)
}
