-- Return what pgrecall.reading must know of French; the format is that of pgrecall.words_en.
create function pgrecall.words_fr() returns text
language sql immutable parallel safe as $$
  select '
- : que qu
c est: ~is est sont suis
c =: reste restent
p a: a ont ai possède
p coûte: coûte coûtent
p pèse: pèse pèsent
p dure: dure durent
p besoin: nécessite nécessitent requiert
p contient: contient contiennent
p gagne: gagne
p =: indique affiche
p =: prévu prévue fixé fixée limité limitée plafonné plafonnée
b commence: commence commencent débute débutent démarre
b finit: finit finissent termine
b ouvre: ouvre ouvrent
b ferme: ferme ferment
b expire: expire expirent
f habite: habite habitent vit vis réside
f travaille: travaille travaillent
f utilise: utilise utilisent emploie
f conduit: conduit
f étudie: étudie
f préfère: préfère préfèrent
f hébergé: hébergé hébergée hébergés
g pas: pas
g =: jamais aucun aucune rien personne sans ni ne n guère
i =: très extrêmement tellement vraiment tout
m now: dès_maintenant depuis_peu dorénavant désormais dorénavant à_présent à_partir_de_maintenant ces_jours-ci en_ce_moment maintenant actuellement
m new: nouveau nouvelle nouvel nouveaux nouvelles
m also: aussi également
m end: ~end
m stop: arrêté cessé
m move: déménagé emménagé
m switch: passé changé basculé migré
m shift: avancé avancée reporté reportée repoussé repoussée décalé décalée prolongé prolongée
m step: relevé relevée abaissé abaissée porté portée passe augmenté augmentée baissé baissée réduit réduite
m become: devenu devenue
m instead: au_lieu_de au_lieu_d plutôt_que remplace
m fix: ~fix
y =: était étaient avait avaient fut eut allé venu pris acheté mangé vu rencontré dit visité été
r =: je j mon ma mes moi tu ton ta il elle nous notre vous votre ils elles son sa leur
n 2: deux
n 3: trois
n 4: quatre
n 5: cinq
n 6: six
n 7: sept
n 8: huit
n 9: neuf
n 10: dix
n 11: onze
n 12: douze
n 20: vingt
n 30: trente
n 100: cent cents
n 1000: mille
n 15: quinze
o wd1: lundi
o wd1s: lundis
o wd2: mardi
o wd2s: mardis
o wd3: mercredi
o wd3s: mercredis
o wd4: jeudi
o wd4s: jeudis
o wd5: vendredi
o wd5s: vendredis
o wd6: samedi
o wd6s: samedis
o wd7: dimanche
o wd7s: dimanches
o m01: janvier
o m02: février
o m03: mars
o m04: avril
o m05: mai
o m06: juin
o m07: juillet
o m08: août
o m09: septembre
o m10: octobre
o m11: novembre
o m12: décembre
u %: % pourcent
u eur: € euro euros
u usd: $ dollar dollars
u gbp: £ livres
u km: km kilomètre kilomètres
u m: m mètre mètres
u cm: cm centimètres
u kg: kg kilo kilos kilogrammes
u g: g gramme grammes
u l~: litre litres
u h: h heure heures
u min: min minute minutes
u s: seconde secondes
u day: jour jours
u week: semaine semaines
u month: mois
u year: an ans année années
t t12:00: à_midi midi
t t00:00: à_minuit minuit
x per~day: par_jour
x every~day: chaque_jour
x per~week: par_semaine
x per~month: par_mois
x per~year: par_an
x per~hour: par_heure
l aime: aime aiment
l adore: adore adorent
d déteste: déteste détestent
a =: préféré préférée favori favorite
a =: prix loyer salaire budget délai échéance port version adresse motdepasse numéro limite quota température poids taille âge statut
'
$$;
