-- Return the little pgrecall.reading knows of Italian, Portuguese, Dutch, Polish, Russian, Japanese and Korean: how they say
-- that something is or costs, no longer is, or was; the format is that of pgrecall.words_en.
create function pgrecall.words_other() returns text
language sql immutable parallel safe as $$
  select '
c =: ~is è sono é são fica blijft zijn jest są は 는 은
c is: is
p =: costa costano custa custam kost kosten kosztuje стоит pesa pesano weegt waży весит ha hanno tem têm heeft hebben ma mają
b =: apre aprono chiude inizia comincia finisce scade abre fecha começa termina opent sluit begint eindigt otwiera zamyka zaczyna kończy открывается закрывается начинается заканчивается
f =: abita vive lavora usa mora trabalha woont werkt gebruikt mieszka pracuje używa живёт живет работает использует
g =: non não nao niet geen nie не нет mai nunca nooit nigdy никогда senza sem zonder bez без ない 안 못 아니
i =: molto muito erg heel bardzo очень とても 매우
m now: ora adesso agora nu tegenwoordig teraz obecnie теперь сейчас
m switch: passou mudou passato cambiato gewijzigd zmieniono изменён 바뀌었다
m move: переехал переехала mudou-se verhuisd trasferito przeprowadził przeprowadziła
m now: 이제 už
m also: anche também ook też также
m end: non_più não_mais já_não niet_meer geen_meer nie_już już_nie больше_не уже_не
m fix: ~fix
y =: era erano foi eram tinha aveva fu was waren had był była było были был была было た 었 았 했
r =: io mio mia eu meu minha ik mijn ja mój moja я мой моя 私 僕 俺 나 내 저 제
n 1: uno um een один jeden
n 2: due dois duas twee два две dwa dwie
n 3: tre três drie три trzy
n 4: quattro quatro vier четыре cztery
n 5: cinque cinco vijf пять pięć
n 6: sei seis zes шесть sześć
n 7: sette sete zeven семь siedem
n 8: otto oito acht восемь osiem
n 9: nove negen девять dziewięć
n 10: dieci dez tien десять dziesięć
n 12: dodici doze twaalf двенадцать dwanaście
n 20: venti vinte twintig двадцать dwadzieścia
n 30: trenta trinta dertig тридцать trzydzieści
o wd1: lunedì segunda-feira maandag понедельник poniedziałek
o wd2: martedì terça-feira dinsdag вторник wtorek
o wd3: mercoledì quarta-feira woensdag среда środa
o wd4: giovedì quinta-feira donderdag четверг czwartek
o wd5: venerdì sexta-feira vrijdag пятница piątek
o wd6: sabato sábado zaterdag суббота sobota
o wd7: domenica domingo zondag воскресенье niedziela
u eur: € euro euros eur евро 유로 ユーロ
u usd: $ dollari dólares dollar доллар долларов ドル 달러
u %: % percento procent процентов
u km: km chilometri quilômetros kilometer kilometr
u kg: kg chili quilos kilo кг
u h: h ore horas uur godzin часов 時間 시간
u min: min minuti minutos minuten minut минут 分 분
u year: anni anos jaar lat лет года 年 년 歳
u month: mesi meses maanden miesiące месяцев
u day: giorni dias dagen dni дней 日 일
'
$$;
