-- Return words that say the same in every use we care for, a group a line: the first stands for all. `v` gives a verb's forms
-- (base, third person, past, -ing), behind them regular verbs that mean the same in each form. Words that only often agree are left out.
create function pgrecall.synonyms_en() returns text
language sql immutable parallel safe as $$
  select '
v buy,buys,bought,buying: purchase acquire
v repair,repairs,repaired,repairing: fix mend
v finish,finishes,finished,finishing: complete conclude
v receive,receives,received,receiving: obtain
v help,helps,helped,helping: assist aid
v show,shows,showed,showing: display
v answer,answers,answered,answering: reply respond
v build,builds,built,building: construct
v delete,deletes,deleted,deleting: remove erase
v check,checks,checked,checking: verify
v inform,informs,informed,informing: notify
v improve,improves,improved,improving: enhance
v restart,restarts,restarted,restarting: reboot
v forbid,forbids,forbade,forbidding: prohibit
v try,tries,tried,trying: attempt
v happen,happens,happened,happening: occur
v inspect,inspects,inspected,inspecting: examine
v own,owns,owned,owning: possess
v hire,hires,hired,hiring: recruit
v teach,teaches,taught,teaching: instruct
v cancel,cancels,canceled,canceling: scrap
x big: large
x several: a_few
x somewhat: a_little a_bit a_bit_of
x many: a_lot_of lots_of plenty_of
x because-of: because_of due_to
x can: is_able_to are_able_to
x must: has_to have_to
x to: in_order_to
x disabled: turned_off switched_off
x enabled: turned_on switched_on
x ahead: in_advance ahead_of_time
x near: close_to
x deadline: due_date
x at-once: at_the_same_time
x 2-times: twice 2_times two_times
x weekend: on_weekends at_weekends at_the_weekend on_the_weekend
x fast: quick rapid
x quickly: rapidly swiftly
x happy: glad
x expensive: costly pricey
x cheap: inexpensive
x ill: sick unwell
x whole: entire
x afraid: scared
x salary: pay wage wages
x manager: mgr boss
x colleague: coworker co-worker
x colleagues: coworkers co-workers
x friend: buddy pal
x child: kid
x children: kids
x baby: infant
x teenager: teen
x mom: mother mum
x dad: father
x grandma: grandmother granny
x grandpa: grandfather granddad
x house: home
x sofa: couch
x fridge: refrigerator
x tv: television
x bike: bicycle
x motorbike: motorcycle
x car: automobile
x truck: lorry
x plane: airplane aeroplane
x petrol: gasoline
x elevator: lift
x trash: garbage rubbish
x eggplant: aubergine
x zucchini: courgette
x holiday: vacation
x holidays: vacations
x coriander: cilantro
x allowed: permitted
x millimeters: millimetres
x minutes: mins
x trip: journey
x photo: photograph
x photos: photographs
x film: movie
x films: movies
x phone: telephone
x mobile: cellphone
x computer: pc
x problem: issue
x problems: issues
x appointment: appt
x meeting: mtg
x exam: examination
x professor: prof
x doctor: physician
x lawyer: attorney
x customer: client
x customers: clients
x company: firm
x contract: agreement
x goal: objective aim
x goals: objectives aims
x result: outcome
x results: outcomes
x birthday: bday
x db: database
x databases: dbs
x repo: repository
x repos: repositories
x app: application
x apps: applications
x config: configuration
x docs: documentation
x auth: authentication
x admin: administrator
x k8s: kubernetes
x postgres: postgresql
x js: javascript
x prod: production
x env: environment
x info: information
x email: e-mail
x emails: e-mails
x nearly: almost
x but: however though although
x until: till
x toward: towards
x among: amongst
x while: whilst
x often: frequently
x sometimes: occasionally
x rarely: seldom
x immediately: instantly right_away
x soon: shortly
x maybe: perhaps
x certainly: definitely surely
x about: roughly approximately approx circa
x every: each
x everyone: everybody
x someone: somebody
x anyone: anybody
x with: w/ along_with together_with
x and: & plus
x named: called
x favorite: favourite
x color: colour
x gray: grey
x license: licence
x program: programme
x center: centre
x wifi: wi-fi
'
$$;
