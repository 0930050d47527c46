-- Return what pgrecall.reading must know of English, a line a word class: class, what the words stand for, the words.
-- Classes: - dropped · c is · p states a value · b opens, starts, ends · f one at a time · g negation · i intensifier · m change
-- y past · r person · n number · o weekday, month · u unit · l likes · d dislikes · x same meaning · a attribute of one value; `=` itself.
create function pgrecall.words_en() returns text
language sql immutable parallel safe as $$
  select '
- : the a an really fyi
c is: ~is is_located is_situated is_based are_located are_based takes_place is_scheduled_for is_scheduled_on is_scheduled_at is_set_for is_planned_for is_slated_for there_is there_are is are am be remains remain stays stay equals amounts
p has: has_got have_got has have
p cost: costs cost
p weigh: weighs weigh
p =: takes take lasts last
p need: needs need requires require
p =: holds hold contains contain seats fits
p =: allows allow permits permit
p earn: earns earn
p charge: charges charge
p =: stands stand sits sit lies reads shows measures
p =: due scheduled set planned fixed capped limited priced valued rated
p speak: speaks speak
b start: starts start begins begin commences commence
b end: ends end finishes finish
b open: opens open
b close: closes close shuts
b expire: expires expire
b =: ships launches
f live: lives live resides reside
f work: works_at works_for work_at work_for is_employed_by is_employed_at works work
f use: uses use utilizes utilises utilize utilise
f drive: drives
f =: studies attends
f report: reports
f =: runs run answers listens serves
f prefer: has_a_preference_for would_rather_have prefers prefer favors favours
f =: kept deployed hosted based located stored parked kept
f manage: managed led
f work-as: works_as work_as
f will: will_be is_going_to are_going_to am_going_to will
g not: not
g no: not_any
g nobody: no_one
g =: never no none nobody nothing without neither nor hardly barely
i =: very extremely super highly quite totally absolutely so
m now: starting_now effective_immediately nowadays from_today as_of_this_week from_today_on since_then as_of_now as_of_today starting_today these_days at_the_moment at_present right_now by_now since_today now currently presently nowadays
m new: new
m also: as_well also additionally
m over: any_more any_longer anymore
m end: no_longer does_no_longer do_no_longer did_no_longer
m stop: gave_up gives_up has_given_up has_quit has_stopped have_stopped stopped quit ceased
m move: moved relocated
m switch: promoted demoted transferred swapped renamed converted_to switched migrated changed converted upgraded downgraded
m shift: brought_forward moved_up pushed_back moved_back prolonged postponed rescheduled delayed pushed extended shifted
m step: rose risen went_up went_down has_gone_up has_gone_down climbed fell grew grown shrunk doubled expanded shortened tightened relaxed slashed hiked lifted raised increased lowered reduced cut dropped bumped
m become: became become renamed
m instead: instead_of rather_than in_place_of
m fix: ~fix
y usedto: used_to
y =: forgot decided promised was were had did used went came saw took gave got made met said told ate drank broke wrote sent bought sold lost won left paid ran began fell flew drove felt spent became built ran ordered visited finished arrived started
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
n 70: seventy
n 80: eighty
n 13: thirteen
n 14: fourteen
n 16: sixteen
n 17: seventeen
n 18: eighteen
n 19: nineteen
n 100: hundred
n 1000: thousand
n 1000000: million
o wd1: monday
o wd1s: mondays
o wd2: tuesday
o wd2s: tuesdays
o wd3: wednesday
o wd3s: wednesdays
o wd4: thursday
o wd4s: thursdays
o wd5: friday
o wd5s: fridays
o wd6: saturday
o wd6s: saturdays
o wd7: sunday
o wd7s: sundays
o m01: january jan
o m02: february feb
o m03: March
o m04: april apr
o m05: May
o m06: june jun
o m07: july jul
o m08: August Aug
o m09: september sept sep
o m10: october oct
o m11: november nov
o m12: december dec
x per~day: per_day a_day
x every~day: every_day each_day
x per~week: per_week a_week
x every~week: every_week each_week
x per~month: per_month a_month
x every~month: every_month each_month
x per~year: per_year a_year
x every~year: every_year each_year
x per~hour: per_hour
x per~minute: per_minute
x per~night: per_night a_night
x every~night: every_night each_night
x every~fortnight: every_fortnight every_two_weeks each_fortnight
u %: % percent pct
u usd: $ dollars dollar usd bucks
u eur: € euros euro eur
u gbp: £ gbp quid
u km: km kilometers kilometres kilometer kilometre kms
u m: m meters metres meter metre
u cm: cm centimeters centimetres centimeter
u mm: mm millimeters millimetres
u mile: miles mi
u kg: kg kilograms kilogram kilos kilo kgs
u g: g grams gram
u mg: mg milligrams milligram
u lb: lbs lb
u l: l liters litres liter litre
u ml: ml milliliters millilitres
u h: h hours hour hrs hr
u min: min minutes minute mins
u s: s seconds second secs sec
u ms: ms milliseconds millisecond
t t12:00: at_noon noon midday at_midday
t t00:00: at_midnight midnight
u day: days day
u week: weeks week
u ft: ft
u m²: square_meters square_metres m² sqm
u month: months month
u year: years year yrs yr
u gb: gb gigabytes gigabyte gigs
u mb: mb MB megabytes megabyte
u mbit: Mb Mbit
u gbit: Gb Gbit
u tb: tb terabytes terabyte
u celsius: degrees_celsius celsius
u fahrenheit: fahrenheit
x everyone: everybody
l like: likes_to like_to is_fond_of are_fond_of enjoys_to like likes enjoy enjoys
l love: loves_to love_to love loves adore adores
l want: would_like_to_have would_like would_like_to wants want
d hate: hate hates detest detests loathes
d dislike: does_not_like do_not_like does_not_enjoy do_not_enjoy dislike dislikes
d cannotstand: can_not_stand cannot_stand can_not_bear cannot_bear
d =: avoids
a favorite: favorite favourite
a =: status state
a =: price rent salary fee budget deadline port version address password email number limit quota balance temperature weight height age score
'
$$;
