-- Return what pgrecall.reading must know of German; the format is that of pgrecall.words_en.
create function pgrecall.words_de() returns text
language sql immutable parallel safe as $$
  select '
- : dass übrigens
c ist: ~is ist sind bin bleibt bleiben beträgt betragen
p hat: hat haben habe
p kostet: kostet kosten
p wiegt: wiegt wiegen wiege
p dauert: dauert dauern
p braucht: braucht brauchen brauche benötigt benötigen
p =: fasst enthält umfasst
p verdient: verdient
p =: steht liegt zeigt misst
p =: fällig geplant angesetzt begrenzt festgelegt
b beginnt: beginnt beginnen startet fängt
b endet: endet enden
b öffnet: öffnet öffnen geöffnet
b schließt: schließt schließen geschlossen
b =: läuft gilt
f wohnt: wohnt wohne wohnen lebt lebe
f arbeitet: arbeitet arbeite
f benutzt: benutzt benutze verwendet verwende nutzt nutze benutzen verwenden nutzen
f fährt: fährt fahre
f studiert: studiert
f bevorzugt: bevorzugt bevorzuge
f gehostet: gehostet
g nicht: nicht
g =: kein keine keinen keiner keinem nie niemals niemand ohne weder noch kaum
i =: sehr extrem äußerst ganz völlig so
m now: künftig von_jetzt_an ab_jetzt neuerdings seit_heute ab_sofort ab_heute von_nun_an zur_zeit im_moment jetzt nun derzeit aktuell inzwischen mittlerweile heutzutage
m new: neu neue neuer neues neuen
m also: auch außerdem
m end: nicht_mehr
m stop: aufgehört
m move: verlegt umgezogen zieht
m switch: befördert umbenannt gewechselt wechselt umgestiegen geändert umgestellt
m shift: vorgezogen vertagt verschoben verlängert
m step: angehoben reduziert gekürzt ausgeweitet gesteigert erhöht gesenkt gestiegen gesunken
m become: geworden wurde
m instead: anstatt anstelle_von statt ersetzt
m fix: ~fix
y =: war waren hatte hatten wurde wurden ging kam nahm sagte traf kaufte gekauft gegangen gekommen getroffen gesehen gegessen besucht gewesen hieß
r =: ich mein meine meiner du dein er sie es wir ihr sein seine seinem ihre unser
n 1: eins
n 2: zwei
n 3: drei
n 4: vier
n 5: fünf
n 6: sechs
n 7: sieben
n 8: acht
n 9: neun
n 10: zehn
n 11: elf
n 12: zwölf
n 20: zwanzig
n 30: dreißig
n 100: hundert
n 1000: tausend
n 15: fünfzehn
n 500: fünfhundert
n 200: zweihundert
o wd1: montag
o wd1s: montags
o wd2: dienstag
o wd2s: dienstags
o wd3: mittwoch
o wd3s: mittwochs
o wd4: donnerstag
o wd4s: donnerstags
o wd5: freitag
o wd5s: freitags
o wd6: samstag sonnabend
o wd6s: samstags
o wd7: sonntag
o wd7s: sonntags
o m01: januar jänner
o m02: februar
o m03: märz
o m04: april
o m05: mai
o m06: juni
o m07: juli
o m08: august
o m09: september
o m10: oktober
o m11: november
o m12: dezember
u %: % prozent
u eur: € euro
u usd: $ dollar
u gbp: £ pfund
u km: km kilometer
u m: m meter
u cm: cm zentimeter
u kg: kg kilo kilogramm
u g: g gramm
u l: l liter
u h: h stunde stunden std
u min: min minute minuten
u s: s sekunde sekunden sek
u day: tag tage tagen
u week: woche wochen
u month: monat monate monaten
u year: jahr jahre jahren
t t12:00: mittags mittag
t t00:00: mitternacht
x per~day: pro_tag am_tag
x every~day: jeden_tag täglich
x per~week: pro_woche
x every~week: jede_woche
x per~month: pro_monat im_monat
x per~year: pro_jahr im_jahr
x per~hour: pro_stunde
l mag: mag mögen
l liebt: liebt liebe
d hasst: hasst hasse verabscheut
a =: lieblingsfarbe lieblingsessen lieblingsband lieblingsbuch lieblingsfilm
a =: preis miete gehalt gebühr budget frist termin port version adresse passwort email nummer limit kontingent temperatur gewicht größe alter stand telefonnummer
'
$$;
