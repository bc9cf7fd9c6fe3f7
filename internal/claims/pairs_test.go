package claims

// pair is a passage, and what an answer says of it.
type pair struct{ passage, claim string }

// Passages of many topics, which several claims are about.
const (
	library = "Readers may borrow up to eight books at a time for 28 days. A loan is renewed twice unless another reader has reserved the book. Each day late costs 20 cents, at most €10 for a book. Books of the reading room are not lent. Children under 12 need the signature of a parent. The library is closed on 24 December."
	lease   = "The tenant pays the rent by the third working day of each month. The landlord must repair the heating within 48 hours of being told. The tenant may keep small pets; dogs need the written consent of the landlord. Before moving out, the tenant paints the walls. The deposit of three months' rent is returned within six months after the end of the lease, less the cost of damage."
	drug    = "Adults take one tablet of 500 mg every 6 hours, no more than 8 tablets in 24 hours. It must not be given to children under 6 years. Do not take it with alcohol. The tablets may be taken with or without food. Patients with kidney disease ask their doctor before they take it. Store below 25 °C."
	flights = "Check-in closes 40 minutes before departure. Each passenger may take one bag of at most 8 kg into the cabin. If a flight is delayed by more than 3 hours, the airline pays €250 for distances up to 1,500 km, unless the delay was caused by the weather. Dogs travel in the cabin only if they weigh less than 6 kg. Tickets of the Light fare cannot be refunded."
	battle  = "The Battle of Hastings was fought on 14 October 1066. William of Normandy defeated King Harold, who had beaten Harald Hardrada at Stamford Bridge on 25 September. William was crowned in Westminster Abbey on Christmas Day."
	api     = "The endpoint returns at most 100 items per page. A token expires after 15 minutes. Requests without the header `X-Client` are rejected with 400. All clients share a limit of 1,200 requests per hour; above it the server answers 429. The method `PUT` replaces an item, `PATCH` changes fields of it. Keys are rotated before they expire."
	club    = "Members elect the board every two years. The board appoints the treasurer. Some members pay a reduced fee. The annual meeting must be announced at least four weeks before it takes place. Guests may use the courts when a member is present. The treasurer reports to the board. Anyone who has not paid by 1 March loses the right to vote."
	recipe  = "Whisk 4 eggs with 120 g of sugar for 5 minutes. Fold in the flour after the butter has cooled. Bake at 180 °C for 35 minutes and leave the cake in the tin for a quarter of an hour. Do not open the oven during the first 20 minutes."
	company = "Ostrava Foundry Ltd was founded by Ilse Brandt in 1921 and employs 340 people. It bought Kessel Tools in 2014 for $12.5 million. Sales rose by 7 percent in 2023, after a fall of 3 percent in 2022. Exports to Norway make up a third of sales."
	fees    = "| Parcel | Price | Insured up to |\n|---|---|---|\n| up to 2 kg | €4.90 | €50 |\n| up to 5 kg | €6.50 | €500 |\n| up to 10 kg | €9.90 | €500 |\n\nParcels above 10 kg are not accepted at the counter. Express parcels arrive by 12:00 on the next working day."
)

const (
	museum  = "Admission is free on the first Sunday of each month; on other days adults pay €14 and students €9. Photography without flash is allowed in all rooms except the treasury. Bags larger than 30 × 40 cm are left at the cloakroom. Groups of more than 15 people book at least two weeks in advance. The last admission is 45 minutes before closing time. Guided tours in English start at 11:00 and 15:00 from Tuesday to Saturday."
	bank    = "The account is free of charge if at least €700 arrive each month. Otherwise the fee is €4.90 a month. Withdrawals at machines of other banks cost €1.95; abroad, 1.75 percent of the amount, but not less than €5. The bank may close the account with two months' notice. The customer may close it at any time. A lost card must be reported without delay; until then the customer is liable for up to €50. Transfers entered before 16:00 are carried out on the same day."
	climate = "The observatory on Mount Kaltberg has recorded temperatures since 1887. The mean of the last thirty years is 1.4 °C above that of 1891 to 1920. The coldest day was 12 February 1929, with −31.6 °C. Snow now lies for 122 days a year on average, 38 fewer than a century ago. Dr Ana Petrović, who heads the station, expects that the trend will continue. None of the last ten years was colder than the mean."
	school  = "Pupils who are ill are reported to the office before 8:00. After three days of absence a note from a doctor is needed. Mobile phones stay in the locker from the first to the last lesson. Parents may visit lessons if the teacher agrees. The head teacher decides on leave of more than two days; the class teacher on shorter leave. Exams that were missed for a good reason are repeated within four weeks."
	patch   = "Version 4.2 adds dark mode and fixes a crash when a file was opened twice. The option --fast no longer disables checks. Support for Windows 8 ends with this version. Settings are stored in `~/.config/quill` instead of the home folder. The importer now skips empty rows. Plugins written for version 3 do not work; they must be built again. Autosave runs every 30 seconds and can be turned off."
	garden  = "Prune apple trees in late winter, never in frost below −5 °C. Young trees are watered twice a week during their first summer. Compost is spread in spring, 3 litres per square metre. Tomatoes go outside after the last frost, usually in mid-May. Roses need at least six hours of sun a day. Fallen leaves may stay under hedges, but not on the lawn."
	law     = "The buyer may return the goods within 14 days without giving reasons. The seller refunds the price, including the cost of delivery, no later than 14 days after the notice was received. The buyer bears the cost of sending the goods back, unless the seller agreed to bear it. Goods made to order cannot be returned. If the seller did not inform the buyer of this right, the period is extended by twelve months."
	merger  = "Halvorsen sold its shipping division to Brightwater Lines for $310 million in May 2021. The sale was approved by regulators in Norway and Singapore. About 1,200 employees moved to the buyer. Brightwater financed two thirds of the price by loans. Halvorsen kept its ports in Bergen and Narvik. Its chief executive, Signe Aas, said that the money would be used to pay down debt."
)

// paraphrases are true.
var paraphrases = []pair{
	{library, "You can have as many as 8 books out at once, for four weeks."},
	{library, "An overdue book costs €0.20 a day, but never more than €10."},
	{library, "Books in the reading room can't be taken home."},
	{library, "You can renew a loan two times, provided nobody else has reserved the book."},
	{library, "On December 24 the library is shut."},
	{library, "A parent has to sign for kids younger than twelve."},
	{lease, "Your landlord has two days to fix the heating once he has been told about it."},
	{lease, "Dogs are allowed only if the landlord agrees in writing; smaller pets need no permission."},
	{lease, "You get the deposit, which is three months' rent, back no later than half a year after the lease ends, minus the cost of any damage."},
	{lease, "The walls have to be painted by the tenant prior to moving out."},
	{lease, "Rent is due by the 3rd working day of the month."},
	{drug, "For adults the dose is one 500 mg tablet every six hours, with a maximum of eight in a day."},
	{drug, "Children younger than six must not get it."},
	{drug, "Avoid alcohol while you take it."},
	{drug, "It makes no difference whether you take the tablets with food."},
	{drug, "If you have kidney disease, talk to your doctor first."},
	{flights, "You have to check in at least 40 minutes before departure."},
	{flights, "Your cabin bag can't weigh more than 8 kg."},
	{flights, "For a delay of over three hours you get €250 on routes of up to 1500 km, except when bad weather was the reason."},
	{flights, "A dog of 6 kg or more can't travel in the cabin."},
	{flights, "There is no refund for Light tickets."},
	{battle, "On 14 October 1066, William of Normandy beat Harold at Hastings."},
	{battle, "Harold had won against Harald Hardrada at Stamford Bridge less than three weeks earlier, on September 25."},
	{battle, "William's coronation took place in Westminster Abbey on Christmas Day 1066."},
	{battle, "King Harold was defeated by William of Normandy."},
	{api, "Tokens are valid for a quarter of an hour."},
	{api, "You get a 429 once all clients together have sent more than 1200 requests in an hour."},
	{api, "If the `X-Client` header is missing, the request fails with status 400."},
	{api, "A page never has more than 100 items."},
	{api, "Use `PATCH` if you only want to change single fields, and `PUT` to replace the whole item."},
	{club, "The treasurer is appointed by the board."},
	{club, "Guests can play on the courts as long as a member is there."},
	{club, "You lose your vote if you haven't paid by March 1."},
	{club, "The annual meeting has to be announced no later than four weeks before the date."},
	{club, "A board is elected by the members every second year."},
	{recipe, "Beat four eggs and 120 grams of sugar for five minutes."},
	{recipe, "Keep the oven closed for the first 20 minutes."},
	{recipe, "It bakes for 35 minutes at 180 degrees, then rests in its tin for 15 minutes."},
	{recipe, "The butter must have cooled before you fold in the flour."},
	{company, "Kessel Tools was acquired in 2014 for 12.5 million dollars."},
	{company, "After falling 3 % in 2022, sales grew by 7 % the year after."},
	{company, "Founded in 1921 by Ilse Brandt, the foundry has 340 employees."},
	{company, "Norwegian customers account for a third of sales."},
	{fees, "A parcel of up to 5 kg costs €6.50 and is insured for €500."},
	{fees, "Anything heavier than 10 kg is refused at the counter."},
	{fees, "Express parcels get there by noon on the following working day."},
	{museum, "Every first Sunday of the month you don't pay for admission."},
	{museum, "Otherwise a ticket is €14 for adults and €9 for students."},
	{museum, "You may take pictures everywhere but in the treasury, as long as you don't use flash."},
	{museum, "If you come with more than 15 people, you need to book no later than a fortnight ahead."},
	{museum, "After the last admission, you still have three quarters of an hour until the museum closes."},
	{museum, "There are English tours at 11 am and 3 pm, Tuesday through Saturday."},
	{museum, "Large bags aren't allowed inside and must be handed in at the cloakroom."},
	{bank, "You pay nothing for the account provided that no less than €700 come in per month, and €4.90 a month if not."},
	{bank, "Taking out cash abroad costs 1.75 % of the amount, with a minimum of five euros."},
	{bank, "You can close your account whenever you like, whereas the bank has to give you two months' notice."},
	{bank, "Until you report a lost card, you can be held liable for no more than €50."},
	{bank, "A transfer that you enter by 4 pm is executed the same day."},
	{bank, "Using another bank's machine costs €1.95 per withdrawal."},
	{climate, "The record starts in 1887."},
	{climate, "Compared with 1891–1920, the past 30 years were 1.4 °C warmer on average."},
	{climate, "It was never colder than on 12 February 1929, when −31.6 °C was measured."},
	{climate, "Snow cover lasts 122 days per year, down by 38 days over a hundred years."},
	{climate, "All of the last ten years were at least as warm as the mean."},
	{climate, "The head of the station, Ana Petrović, doesn't expect the trend to stop."},
	{school, "Parents have to tell the office by 8 am if their child is ill."},
	{school, "A doctor's note is not required for the first three days."},
	{school, "Phones may not be used between the first and the last lesson; they stay in the locker."},
	{school, "For leave of up to two days the class teacher is responsible, for anything longer the head teacher."},
	{school, "Parents can sit in on lessons with the teacher's consent."},
	{school, "A missed exam can be retaken within a month if there was a good reason."},
	{patch, "With --fast, checks are still carried out."},
	{patch, "4.2 is the last version that supports Windows 8."},
	{patch, "Your settings no longer live in the home folder but in `~/.config/quill`."},
	{patch, "Plugins for version 3 have to be rebuilt before they work."},
	{patch, "Files are saved automatically every half minute, unless you turn that off."},
	{patch, "Opening a file twice no longer makes the program crash."},
	{garden, "Don't prune apple trees when it is colder than minus 5 °C."},
	{garden, "In their first summer, young trees get water two times a week."},
	{garden, "Wait until the last frost is over before you put tomatoes outside, normally around the middle of May."},
	{garden, "Leaves can be left beneath hedges; remove them from the lawn."},
	{garden, "A rose wants six hours of sunshine a day or more."},
	{law, "You have two weeks to send goods back, and you needn't say why."},
	{law, "The price and the delivery costs are refunded within 14 days of the notice."},
	{law, "Unless agreed otherwise with the seller, the buyer pays for the return shipment."},
	{law, "There is no right of return for goods that were made to order."},
	{law, "The period becomes a year longer if the buyer wasn't told about this right by the seller."},
	{merger, "Brightwater Lines bought Halvorsen's shipping division in May 2021 for 310 million dollars."},
	{merger, "Regulators in Singapore and Norway gave their approval."},
	{merger, "Roughly 1200 people went over to Brightwater."},
	{merger, "Two thirds of the price came from loans, and the ports in Bergen and Narvik were not part of the sale."},
	{merger, "Signe Aas, Halvorsen's CEO, wants to use the money to reduce debt."},
}

// alterations are false: a number, date, unit or name was altered, a denial, a condition, a
// bound, or who does what.
var alterations = []pair{
	{library, "You can keep books for 21 days."},
	{library, "Each day late costs 50 cents."},
	{library, "The library is closed on 26 December."},
	{library, "Children under 14 need the signature of a parent."},
	{lease, "The landlord has 48 days to repair the heating."},
	{lease, "The deposit of two months' rent is returned within six months."},
	{drug, "Adults take one tablet of 650 mg every 6 hours."},
	{flights, "Check-in closes 60 minutes before departure."},
	{flights, "The airline pays €400 for distances up to 1,500 km."},
	{battle, "The Battle of Hastings was fought on 14 November 1066."},
	{battle, "Harold beat Harald Hardrada at Stamford Bridge on 28 September."},
	{api, "A token expires after 50 minutes."},
	{api, "The method `POST` replaces an item."},
	{club, "Members elect the board every three years."},
	{recipe, "Whisk 6 eggs with 120 g of sugar."},
	{company, "Kessel Tools was bought for $12.5 billion."},
	{company, "It employs 340 people and was founded by Otto Brandt."},
	{fees, "Express parcels arrive by 14:00 on the next working day."},
	{bank, "Withdrawals at machines of other banks cost €1.75."},
	{climate, "The coldest day was 21 February 1929."},
	{patch, "Autosave runs every 30 minutes."},
	{garden, "Tomatoes go outside in June."},
	{law, "The buyer may return the goods within 40 days."},
	{merger, "The sale was approved by regulators in Norway and Sweden."},
	{merger, "Some 2,100 employees moved to the buyer."},
}

// notFound are false, and left to a model: each of their words and amounts stands in the
// passage.
var notFound = []pair{
	{drug, "It can be given to children under 6 years."},
	{battle, "King Harold defeated William of Normandy."},
	{battle, "William was crowned in Canterbury on Christmas Day."},
	{api, "Above 1,200 requests per hour the server answers 400."},
	{company, "Sales fell by 7 percent in 2023."},
	{garden, "Fallen leaves may stay on the lawn."},
}
