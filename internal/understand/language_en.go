package understand

// V are what assistants are told to do, K the family and pets of a person, M other people, A what
// there is one of, L what somebody lastingly is, D lasting conditions, H what
// people do as a habit, W what facts begin with.
var englishTable = language{
	joins: " and ",
	gist: `
- a an the my our 
~ please 
< hi hi_there hello hello_there hey good_morning good_afternoon good_evening good_day excuse_me sorry thanks thank_you many_thanks thank_you_very_much 
/ can_you_tell_me can_you_please_tell_me could_you_tell_me could_you_please_tell_me would_you_tell_me can_you_let_me_know could_you_let_me_know do_you_know do_you_happen_to_know may_i_ask can_i_ask could_i_ask i_would_like_to_know i_want_to_know i_need_to_know i_wonder i_was_wondering i_am_wondering tell_me let_me_know 
IF if whether 
I i we one 
DO do does 
BE am is are 
CAN can could may am_i_allowed_to are_we_allowed_to is_one_allowed_to is_it_possible_to is_it_allowed_to 
MUST must have_to has_to need_to 
HOW how 
WHICH which `,
	patterns: `- my name is|'s spelled|spelt|misspelled|written|missing|wrong .
- i work for|at # .
- i run a|an query|test|script|command|loop|program .
- i am a|an ?_ user|idiot|fool|moron|failure .
- i speak from|for .
- i do not eat|drink enough .
my name is|'s = ^ .
my name is|'s = +
call me = ^
i am called|named = ^
my pronouns are = +
my|our A is|are|'s = ?on +
my|our mother|native|first|second tongue|language is = +
my time zone is = +
my shoe|blood|ring|dress|hat|job size|type|title is = +
my favourite|favorite _ ?_ is|are = +
my K ?^ 's A is|are = ?on +
my K ?^ is|are = # ?years|months ?old
my K ?^ is|are called|named = ^
my K ?^ 's name is = +
my K 's|is = ^
my M is = ^
my K ?^ is|are|'s|has|have ?a|an|not L .
my K ?^ is|are|was|'s a|an +
my K ?^ has|have D .
my K ?^ works|lives|work|live|comes|speaks ?as|at|for|in|from +
my K ?^ is|are from +
my|our company|firm|team|startup|business|employer|school|band|club is called|named = ^ .
my|our company|firm|team|startup|business|employer|department uses ^ .
i am ?not ?a|an L .
i am = # ?years ?old
i am = # years old .
i am a|an +
i am = ^
i am from = ^ .
i am originally from = +
i am based in = +
i am fluent in +
i am hard of hearing
i was born in|on = +
i live|moved in|to = +
i live with my K .
i live near +
i come from = ^ .
i grew up in = +
i ?currently|also work as = +
i ?currently|also work at|for = +
i ?currently|also work in = it|finance|fintech|healthcare|education|marketing|sales .
i ?currently|also work in a|an = +
i work from home .
i speak +
i teach +
i run a|an +
i own a|an|# +
i drive|ride a|an = +
i play the +
i|we use ?only|a|an ^ ?#
i|we use ?only|a|an ^ ?# and|with|or ^ ?#
i|we use ?only|a|an ^ ?# at|for|on|as|in +
i ?also have a|an|#|no ?_ K
i ?also have a|an|#|no ?_ K and|or|named|called|aged|with|in|from .
i have ?a|an|type|severe|mild|chronic ?# ?_ D .
i do not eat|drink|like|enjoy +
i do|can not eat|drink|stand|tolerate +
i do not drink|smoke
i no longer eat|drink|smoke .
i ?really|also like|love|hate|dislike|prefer|enjoy|avoid ?to +
i always|never H +
i never drink|smoke|drive
always|never V !
do not ever V !
from now on|onwards ?please ?do ?not ?always|never V !
in future ?please ?do ?not ?always|never V !
keep ?all ?your answers|replies|responses !
answer|reply|respond|write|speak ?to ?me in = _ from now on
use metric|imperial|british|american _ .
remember that > W !
remember > my|our|i|we !
remember that > ^ !
remember : > !
can|could|will you ?please ~ remember that > W !
make a note that > W !
keep in mind that > W !
do not forget that > W !
do not forget > my|our|i|we !`,
	lists: `
V answer reply respond write use speak call keep give show explain put include add format address start end cite ask assume make quote say mention talk round convert 
K wife husband partner fiancé fiancée girlfriend boyfriend son sons daughter daughters kid kids child children baby mother father mom mum dad parents sister brother sisters brothers twin twins grandmother grandfather grandson granddaughter niece nephew dog dogs cat cats rabbit horse 
M manager boss dentist doctor therapist landlord teacher colleague friend supervisor accountant lawyer neighbour neighbor 
A birthday anniversary pronoun timezone hometown nationality surname nickname 
L vegetarian vegan pescatarian coeliac celiac diabetic allergic intolerant lactose-intolerant gluten-intolerant deaf blind colour-blind color-blind colourblind colorblind dyslexic autistic asthmatic epileptic left-handed right-handed married divorced widowed retired unemployed self-employed single bilingual muslim jewish christian hindu buddhist catholic atheist hiv-positive 
D diabetes asthma adhd autism dyslexia epilepsy coeliac celiac allergy allergies hypertension arthritis migraines eczema 
H eat drink use wear cook buy travel fly work sleep read 
W my our i we the 
`,
	numbers: " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ",
	openers: " hi hello hey ok okay so and also but well actually btw by the way oh yes yeah no thanks sorry please just for your information fyi anyway first since as because to be clear ",
	polite:  " please ",
	self:    " i my we our call ",
	and:     " and or not & ",
	ends:    " but because so where which who whose while though although how what can could would should when if that until unless after before please now ",
	others:  " she he they it there you this the get got gets cannot want wanted need needs would can could now then am was have had got just like thinking looking trying ",
	vague:   " ok okay sorry it this that these those them him her you your he she they the there here how what when where why which who if to not so about as on in at one ones both none all any some something anything nothing more most my mine our seeing hearing being knowing having with of too very really just always both another other such bit little lot few couple tad mess wreck loss mix think know see ask say believe hear fear ",
	passing: " you your it this that these those them here today tonight tomorrow yesterday currently again above below following right moment soon later week said says told if would could wonder lol ",
	tasks:   " translate translation proofread grammar rewrite rephrase reword paraphrase summarise summarize poem poems story stories song lyrics novel fiction character role roleplay role-play pretend pretending imagine perspective joke joking kidding text paragraph sentence sentences essay dear scene dialogue monologue game hypothetically hypothetical ",
	stages:  " you act suppose supposing assume assuming let imagine if ",
	over:    "no longer|do not anymore|do not any more|not anymore|not any more|forget that",
	small:   " i am is are a an the my our we do does not no to in at on of for with and or 's please always never from now like love hate dislike prefer enjoy eat drink remember that also anymore more any ",
	things:  " project customer client supplier vendor | company firm team product app startup boss manager colleague coworker friend doctor landlord neighbour neighbor teacher therapist wife husband partner girlfriend boyfriend son daughter mother father sister brother dog cat horse ",
	open: `p ?please
g who is|are going to _
o show|give|list|find|get ?me ?the best|top|worst|latest|cheapest|biggest ?#|three|five|ten ?ones
o show|give|list|find|get ?me ?the ?#|three|five|ten best|top|worst|latest|cheapest|biggest ?ones
o which one|ones is|are better|best|worse|*er|*est
o which is|are better|best|cheaper|cheapest|faster|fastest|bigger|biggest
o how many are ?still left|missing|open|remaining
m how much|far did|has it|they grow|grown|increase|increased|change|changed|drop|dropped|fall|fallen|rise|risen|decrease|decreased
m by how much did|has|have it|they _
s how did|has|have ?our|the|my sales|revenue|turnover|profit|profits|costs|orders|income develop*|change*|evolve*|grow*
s compare ?our|the|my sales|revenue|turnover|profit|costs|orders|income with|to the|a previous|last|prior period
t i|we have ?got a|an|some ?_ dataset|data|table|spreadsheet|csv|database of|with|about|on +
t i|we ?have collected|gathered|recorded #|three|five|ten +`,
}
