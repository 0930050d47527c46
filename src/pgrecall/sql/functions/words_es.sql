-- Return what pgrecall.reading must know of Spanish; the format is that of pgrecall.words_en.
create function pgrecall.words_es() returns text
language sql immutable parallel safe as $$
  select '
- : que
c es: ~is es son soy
c está: está están estoy
c =: sigue queda
p tiene: tiene tienen tengo posee
p cuesta: cuesta cuestan vale valen
p pesa: pesa pesan
p dura: dura duran tarda
p necesita: necesita necesitan requiere requieren
p contiene: contiene contienen
p gana: gana
p =: indica marca muestra
p =: previsto prevista fijado fijada limitado limitada programado programada
b empieza: empieza empiezan comienza comienzan inicia
b termina: termina terminan acaba acaban
b abre: abre abren
b cierra: cierra cierran
b vence: vence vencen caduca expira
f vive: vive vivo viven reside
f trabaja: trabaja trabajan
f usa: usa uso usan utiliza utilizan
f conduce: conduce
f estudia: estudia
f prefiere: prefiere prefiero prefieren
f alojado: alojado alojada
g no: no
g =: nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco apenas
i =: muy sumamente tan realmente
m now: desde_ahora en_adelante a_partir_de_ahora desde_hoy actualmente hoy_en_día de_momento ahora
m new: nuevo nueva nuevos nuevas
m also: también además
m end: ya_no
m stop: dejado dejó
m move: mudado mudó mudado trasladado trasladó
m switch: cambiado cambió pasado pasó migrado migró
m shift: adelantado adelantada adelantó aplazó aplazado aplazada pospuesto pospuesta retrasado retrasada ampliado ampliada
m step: elevado elevó rebajado rebajó sube baja subido subió bajado bajó aumentado aumentó reducido redujo
m become: convertido
m instead: en_lugar_de en_vez_de reemplaza sustituye
m fix: ~fix
y =: era eran fue fueron tenía tenían estaba estaban había compró comió vio visitó dijo llegó hizo tuvo
r =: yo mi mis mí tú tu tus él ella nosotros nuestro nuestra ellos ellas su sus
n 1: uno
n 2: dos
n 3: tres
n 4: cuatro
n 5: cinco
n 6: seis
n 7: siete
n 8: ocho
n 9: nueve
n 10: diez
n 11: once
n 12: doce
n 20: veinte
n 30: treinta
n 100: cien ciento
n 1000: mil
n 15: quince
o wd1: lunes
o wd2: martes
o wd3: miércoles
o wd4: jueves
o wd5: viernes
o wd6: sábado
o wd6s: sábados
o wd7: domingo
o wd7s: domingos
o m01: enero de_enero
o m02: febrero de_febrero
o m03: marzo de_marzo
o m04: abril de_abril
o m05: mayo de_mayo
o m06: junio de_junio
o m07: julio de_julio
o m08: agosto de_agosto
o m09: septiembre de_septiembre
o m10: octubre de_octubre
o m11: noviembre de_noviembre
o m12: diciembre de_diciembre
u %: %
u eur: € euro euros
u usd: $ dólar dólares
u km: km kilómetro kilómetros
u m: m metro metros
u cm: cm centímetros
u kg: kg kilo kilos kilogramos
u g: g gramo gramos
u l: l litro litros
u h: h hora horas
u min: min minuto minutos
u s: segundo segundos
u day: día días
u week: semana semanas
u month: mes meses
u year: año años
t t12:00: al_mediodía mediodía
t t00:00: a_medianoche medianoche
x per~day: por_día al_día
x every~day: cada_día todos_los_días
x per~week: por_semana a_la_semana
x per~month: por_mes al_mes
x per~year: por_año al_año
x per~hour: por_hora a_la_hora
l gusta: gusta gustan
l encanta: encanta encantan adora
d odia: odia odio odian detesta
a =: favorito favorita preferido preferida
a =: precio alquiler salario sueldo presupuesto plazo puerto versión dirección número límite cuota temperatura peso altura edad estado
'
$$;
