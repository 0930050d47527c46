-- Return the little pgrecall.reading knows of Italian, Portuguese, Dutch, Polish, Russian, Japanese and Korean: how they say
-- that something is or costs, no longer is, or was; the format is that of pgrecall.words_en.
create function pgrecall.words_other() returns text
language sql immutable parallel safe as $$
  select '
- : il lo gli i o os as de het een
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
m end: ~end
m over: ~over
m fix: ~fix
y =: era erano foi eram tinha aveva fu was waren had był była było были был была было た 었 았 했
r =: io mio mia eu meu minha ik mijn ja mój moja я мой моя 私 僕 俺 나 내 저 제
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
