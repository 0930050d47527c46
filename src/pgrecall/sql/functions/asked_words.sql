-- Return what the words of time mean, by word: m3 a month (n3: one whose name means something else too), d2 a weekday, c3 a number, u? a unit,
-- r-1 a day from today, l last, t this, a ago, v ago (before the number), s since, b before, f from, k to, p1 early, p2 mid, p3 late,
-- e1 spring to e4 winter, h1 first, w weekend, i a preposition, o of, g an article. English, German, French, Spanish, Italian, Portuguese.
create function pgrecall.time_words() returns jsonb
language sql immutable parallel safe as $$
  select jsonb_object_agg(word, w.code) from (values
    ('m1', 'january januar janvier enero gennaio janeiro jänner'), ('m2', 'february februar février fevrier febrero febbraio fevereiro'),
    ('m3', 'märz maerz marzo março'), ('m4', 'april avril abril aprile'), ('m5', 'mayo maggio maio'),
    ('m6', 'june juni juin junio giugno junho'), ('m7', 'july juli juillet julio luglio julho'), ('m8', 'août aout agosto'),
    ('m9', 'september septembre septiembre settembre setembro'), ('m10', 'october oktober octobre octubre ottobre outubro'),
    ('m11', 'november novembre noviembre novembro'), ('m12', 'december dezember décembre decembre diciembre dicembre dezembro'),
    ('n1', 'jan'), ('n2', 'feb'), ('n3', 'march mar mars'), ('n4', 'apr'), ('n5', 'may mai'), ('n6', 'jun'), ('n7', 'jul'), ('n8', 'august aug'),
    ('n9', 'sep sept'), ('n10', 'oct okt'), ('n11', 'nov'), ('n12', 'dec dez'),
    ('d1', 'monday montag lundi lunes lunedì segunda-feira'), ('d2', 'tuesday dienstag mardi martes martedì terça-feira'),
    ('d3', 'wednesday mittwoch mercredi miércoles miercoles mercoledì quarta-feira'), ('d4', 'thursday donnerstag jeudi jueves giovedì quinta-feira'),
    ('d5', 'friday freitag vendredi viernes venerdì sexta-feira'), ('d6', 'saturday samstag sonnabend samedi sábado sabato'),
    ('d7', 'sunday sonntag dimanche domingo domenica'),
    ('c1', 'one ein eine einem einer einen un une uno una um uma'), ('c2', 'two couple zwei deux dos due dois duas'), ('c3', 'three few several drei trois tres tre três paar algunos quelques'),
    ('c4', 'four vier quatre cuatro quattro quatro'), ('c5', 'five fünf cinq cinco cinque'), ('c6', 'six sechs seis sei'), ('c7', 'seven sieben sept siete sette sete'),
    ('c8', 'eight acht huit ocho otto oito'), ('c9', 'nine neun neuf nueve nove'), ('c10', 'ten zehn dix diez dieci dez'), ('c11', 'eleven elf onze once'), ('c12', 'twelve dozen zwölf douze doce'),
    ('ud', 'day days tag tage tagen jour jours día días dia dias giorno giorni'), ('uw', 'week weeks woche wochen semaine semaines semana semanas settimana settimane'),
    ('um', 'month months monat monate monaten monats mois mes meses mese mesi mês'), ('uy', 'year years jahr jahre jahren jahrs an ans année années annee annees año años anno anni ano anos'),
    ('uh', 'hour hours minute minutes stunde stunden minuten heure heures hora horas minutos ora ore minuti'),
    ('r-1', 'yesterday gestern hier ayer ieri ontem'), ('r0', 'today tonight heute aujourd''hui hoy oggi hoje'), ('r-2', 'vorgestern avant-hier anteayer avantieri anteontem'),
    ('l', 'last past previous letzte letzten letzter letztes letztem vergangene vergangenen vorige vorigen vorigem voriges dernier dernière derniers dernières derniere passé passée'),
    ('l', 'pasado pasada pasados pasadas último última últimos últimas ultimo ultima scorso scorsa scorsi passato passata passado passada'),
    ('t', 'this diese diesen dieser dieses diesem ce cet cette este esta questo questa'), ('a', 'ago fa atrás atras'), ('v', 'vor hace há il_y_a'),
    ('s', 'since seit depuis desde dal'), ('b', 'before bis_vor avant antes prima'), ('f', 'between from zwischen von entre de_ du_ tra'), ('k', 'and to until till through und bis et au à y al e'),
    ('p1', 'early beginning start anfang début principios comienzos inizio começo'), ('p2', 'mid middle mitte mi-mois mediados metà meados'), ('p3', 'late end ende fin finales fine fim'),
    ('e1', 'springtime frühling frühjahr printemps primavera'), ('e2', 'summer sommer été verano estate verão'), ('e3', 'autumn herbst automne otoño autunno outono'), ('e4', 'winter hiver invierno inverno'),
    ('h1', 'first erste ersten première premiere primera primer'), ('h2', 'second zweite zweiten deuxième deuxieme segunda segundo'), ('h3', 'third dritte dritten troisième troisieme tercera tercer'), ('h4', 'fourth vierte vierten quatrième quatrieme cuarta cuarto'),
    ('w', 'weekend wochenende week-end weekends'),
    ('i', 'in during on around by im am en durante pendant während vom le el la nel em no na'), ('o', 'of de der des del di do da'), ('g', 'a an the den die das dem les los las')
  ) w (code, words) cross join regexp_split_to_table(w.words, ' ') word
  where (word, w.code) not in (('dez', 'c10'), ('sept', 'c7'))
$$;
