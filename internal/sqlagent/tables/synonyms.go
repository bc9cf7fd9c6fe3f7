package tables

import (
	"strings"

	"burrow/internal/sqlagent/schema"
)

// alike are words that people use for each other: each line is one meaning. A word with
// two meanings is left out where the other one is as common: a state is seldom a status.
const alike = `
customer client buyer shopper patron
employee worker staff personnel technician
person human individual
supplier vendor provider
product item goods article merchandise sku
order purchase
invoice bill
payment pay
price cost charge fee
salary wage earning income compensation
department dept division
company firm business corporation organization organisation enterprise
manufacturer maker producer
teacher professor instructor lecturer faculty tutor
student pupil learner
course class subject
school college university
doctor physician
medicine drug medication
procedure treatment
car vehicle automobile auto
city town
country nation nationality
location place site venue address
address street
phone telephone mobile cell
email mail
quantity qty
number num
birth birthday dob
age old older oldest young younger youngest
gender sex male female
description desc
category type kind genre
role position job function
manager boss supervisor head chief
user member
author writer
movie film
song track music
singer artist musician performer
actor actress cast
game match
team club
player athlete
score point goal
airline carrier airways
station stop
trip journey travel ride
hotel inn
reservation booking reserve
concert performance
document file
paper publication
comment remark note
review rating
vote ballot poll
contract agreement
task job work
branch office
leave vacation holiday absence
certificate certification license licence
hour time duration
request enquiry inquiry ticket
schedule calendar appointment visit
crew team
inspection check audit
asset equipment device machine
warehouse storage depot
stock inventory
shipment delivery shipping dispatch
loan credit
tax vat
discount rebate
average avg
maximum max highest
minimum min lowest
percent percentage pct
population inhabitant
area size
height tall tallest
weight heavy heaviest lighter weigh
horsepower power
distance far
speed fast fastest
temperature temp
wife husband spouse married marriage
child kid son daughter
parent father mother
dog cat pet animal
house home property building apartment
language speak spoken
governor president mayor leader
win winner champion victory
`

// hints are values that people say without the column they stand in: each line is a
// column and what it holds. No rows need to be read for them.
const hints = `
country usa us america american uk britain british england english france french germany german italy italian spain spanish china chinese japan japanese india indian canada canadian australia australian brazil brazilian mexico mexican russia russian netherlands dutch sweden swedish switzerland swiss korea korean poland polish turkey turkish greece greek ireland irish norway denmark portugal belgium austria argentina egypt haiti
nationality american british french german italian spanish chinese japanese indian canadian australian brazilian mexican russian dutch swedish swiss korean polish turkish greek irish
continent europe european asia asian africa african america american oceania antarctica
language english french german italian spanish chinese japanese dutch portuguese russian arabic korean hindi
state california texas florida york alabama alaska arizona colorado georgia hawaii illinois indiana kansas louisiana michigan minnesota missouri nevada jersey ohio oklahoma oregon pennsylvania carolina dakota tennessee utah virginia washington wisconsin
gender male female man woman men women
month january february march april june july august september october november december
color red green blue black white yellow brown colour
degree bachelor master doctorate phd
city london paris berlin tokyo york chicago boston seattle
`

// related has for each stem the stems of the words that may stand for it.
var related = func() map[string][]relative {
	of := make(map[string][]relative)
	for line := range strings.Lines(alike) {
		line := strings.Fields(line)
		for i, a := range line {
			for j, b := range line {
				if i != j {
					of[schema.Stem(a)] = append(of[schema.Stem(a)], relative{schema.Stem(b), asSynonym})
				}
			}
		}
	}
	for line := range strings.Lines(hints) {
		if line := strings.Fields(line); len(line) > 0 {
			for _, value := range line[1:] {
				of[schema.Stem(value)] = append(of[schema.Stem(value)], relative{schema.Stem(line[0]), asHint})
			}
		}
	}
	for line := range strings.Lines(translations) {
		if line := strings.Fields(line); len(line) > 0 {
			english := schema.Stem(line[0])
			means := []relative{{english, asTranslation}}
			for _, r := range of[english] {
				means = append(means, relative{r.stem, asTranslation * r.quality})
			}
			for _, foreign := range line[1:] {
				of[schema.Stem(foreign)] = append(of[schema.Stem(foreign)], means...)
			}
		}
	}
	return of
}()

// relative is a word that may stand for another.
type relative struct {
	stem    string
	quality float32
}
