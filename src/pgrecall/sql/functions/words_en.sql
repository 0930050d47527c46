-- Return what pgrecall.reading must know of English, a line a word class: class, what the words stand for, the words.
-- Classes: - dropped · c is · p states a value · b opens, starts, ends · f one at a time · g negation · i intensifier · m change
-- y past · r person · n number · o weekday, month · u unit · l likes · d dislikes · x same meaning · a attribute of one value; `=` itself.
create function pgrecall.words_en() returns text
language sql immutable parallel safe as $$
  select '
- : the a an that please just simply do does really oh hey well fyi still
c is: ~is is are am be remains remain stays stay equals amounts
p has: has have
p cost: costs cost
p weigh: weighs weigh
p take: takes take lasts last
p need: needs need requires require
p hold: holds hold contains contain seats fits
p allow: allows allow permits permit
p pay: pays pay
p earn: earns earn makes
p charge: charges charge
p stand: stands stand sits sit lies reads shows measures
p due: due scheduled set planned fixed capped limited priced valued rated
p average: averages average
b start: starts start begins begin
b end: ends end finishes finish
b open: opens open
b close: closes close shuts
b expire: expires expire
f live: lives live resides reside
f work: works work
f use: uses use utilizes utilises utilize
f drive: drives
f study: studies attends
f report: reports
f prefer: prefers prefer favors favours
f run: runs
f deploy: deployed hosted based located stored parked kept
f manage: managed led
g not: not
g =: never no none nobody nothing without neither nor hardly barely
i =: very extremely super highly quite totally absolutely so
m now: now currently presently nowadays
m new: new
m also: also additionally
m over: ~over
m end: ~end
m stop: stopped quit ceased
m move: moved relocated
m switch: switched migrated changed converted upgraded downgraded
m shift: postponed rescheduled delayed pushed extended shifted
m step: raised increased lowered reduced cut dropped bumped
m become: became become renamed
m instead: ~instead
m fix: ~fix
y =: was were had did used went came saw took gave got made met said told ate drank broke wrote sent bought sold lost won left paid ran began fell flew drove felt kept spent became built ran ordered visited finished arrived started cost~
r =: i me my mine you your he she they we it his her their our
n 0: zero
n 1: one
n 2: two
n 3: three
n 4: four
n 5: five
n 6: six
n 7: seven
n 8: eight
n 9: nine
n 10: ten
n 11: eleven
n 12: twelve
n 15: fifteen
n 20: twenty
n 30: thirty
n 40: forty
n 50: fifty
n 60: sixty
n 90: ninety
n 100: hundred
o mon: monday mon mondays
o tue: tuesday tue tuesdays
o wed: wednesday wed wednesdays
o thu: thursday thu thursdays
o fri: friday fri fridays
o sat: saturday sat saturdays
o sun: sunday sundays
o m01: january jan
o m02: february feb
o m03: march
o m04: april apr
o m05: may
o m06: june jun
o m07: july jul
o m08: august aug
o m09: september sept sep
o m10: october oct
o m11: november nov
o m12: december dec
o spring: spring
o summer: summer
o autumn: autumn fall
o winter: winter
u %: percent pct
u usd: dollars dollar usd bucks
u eur: euros euro eur
u gbp: pounds pound gbp quid
u km: kilometers kilometres kilometer kilometre kms
u m: meters metres meter metre
u cm: centimeters centimetres centimeter
u mm: millimeters millimetres
u mile: miles mi
u kg: kilograms kilogram kilos kilo kgs
u g: grams gram
u mg: milligrams milligram
u lb: lbs lb
u l: liters litres liter litre
u ml: milliliters millilitres
u h: hours hour hrs hr
u min: minutes minute mins
u s: seconds second secs sec
u ms: milliseconds millisecond
u day: days day
u week: weeks week
u month: months month
u year: years year yrs yr
u gb: gigabytes gigabyte gigs
u mb: megabytes megabyte
u tb: terabytes terabyte
u celsius: celsius
u fahrenheit: fahrenheit
x with: w/
x and: & plus
x about: roughly approximately around approx circa
x every: each
x each-day: daily everyday ~daily
x each-week: weekly ~weekly
x each-month: monthly ~monthly
x each-year: yearly annually ~yearly
x big: large
x fast: quick quickly rapidly
x car: automobile auto
x film: movie
x films: movies
x doctor: physician
x lawyer: attorney
x flat: apartment
x phone: telephone
x mobile: cellphone
x bike: bicycle
x photo: photograph
x photos: photographs
x mom: mother mum
x dad: father
x fridge: refrigerator
x holiday: vacation
x holidays: vacations
x shop: store
x db: database
x repo: repository
x app: application
x config: configuration
x docs: documentation
x auth: authentication
x k8s: kubernetes
x postgres: postgresql
x js: javascript
x prod: production
x info: information
x email: e-mail emails
x ill: sick unwell
x scared: afraid
x until: till
x toward: towards
x color: colour
x favorite: favourite
x center: centre
x organize: organise
x gray: grey
x license: licence
x program: programme
x often: frequently
x rarely: seldom
x maybe: perhaps possibly
x meeting: mtg
x manager: mgr boss
x birthday: bday
x appointment: appt
x whole: entire
x everyone: everybody
x bought: purchased
x buy: purchase
x buys: purchases
x finished: completed
x received: obtained
x built: constructed
x picked: chose selected
l like: like likes
l love: love loves adore adores
l enjoy: enjoys enjoy
l want: wants
d hate: hate hates detest detests loathes
d dislike: dislike dislikes ~cannotstand avoids
x help: assist
x helps: assists
x helped: assisted
x helping: assisting
x repair: mend
x repaired: mended fixed
x reply: respond answer
x replied: responded answered
x replies: responds answers
x begin: commence
x stop: cease
x child: kid
x children: kids
a =: favorite favourite
a =: status state
a =: price rent salary fee budget deadline port version address password email number limit quota balance temperature weight height age score
'
$$;
