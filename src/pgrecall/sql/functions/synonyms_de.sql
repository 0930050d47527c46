-- Return the synonyms of German, as pgrecall.synonyms_en.
create function pgrecall.synonyms_de() returns text
language sql immutable parallel safe as $$
  select '
x kaufen: erwerben
x kauft: erwirbt
x gekauft: erworben
x beginnen: anfangen starten
x reparieren: instandsetzen
x schnell: rasch zügig
x teuer: kostspielig
x krank: erkrankt
x gehalt: lohn
x chef: vorgesetzter boss
x chefin: vorgesetzte
x mutter: mama mutti
x vater: papa vati
x oma: großmutter
x opa: großvater
x auto: wagen pkw
x fernseher: tv
x sofa: couch
x handy: smartphone mobiltelefon
x telefonnummer: rufnummer
x handynummer: mobilnummer
x rechner: computer pc
x arzt: doktor
x ärztin: doktorin
x anwalt: rechtsanwalt
x laden: geschäft
x kunde: klient
x firma: unternehmen
x vertrag: vereinbarung
x passwort: kennwort
x besprechung: meeting sitzung
x urlaub: ferien
x reise: trip
x film: kinofilm
x datenbank: db
x samstag: sonnabend
x oft: häufig
x manchmal: gelegentlich
x immer: stets
x normalerweise: gewöhnlich üblicherweise meistens
x vielleicht: womöglich eventuell
x sofort: umgehend unverzüglich
x bald: demnächst
x fast: beinahe nahezu
x ungefähr: etwa circa ca rund
x und: &
x aber: jedoch
x jeder: jede
x wohnung: apartment
'
$$;
