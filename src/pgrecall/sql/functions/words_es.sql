-- Return what pgrecall.reading must know of Spanish; the format is that of pgrecall.words_en.
create function pgrecall.words_es() returns text
language sql immutable parallel safe as $$
  select '
- : el la los las un una que todavía pues bien simplemente favor
c es: ~is es son soy está están estoy sigue queda
p tiene: tiene tienen tengo posee
p cuesta: cuesta cuestan vale valen
p pesa: pesa pesan peso~
p dura: dura duran tarda
p necesita: necesita necesitan requiere requieren
p contiene: contiene contienen
p paga: paga pagan
p gana: gana
p marca: indica marca muestra
p previsto: previsto prevista fijado fijada limitado limitada programado programada
b empieza: empieza empiezan comienza comienzan inicia
b termina: termina terminan acaba acaban
b abre: abre abren
b cierra: cierra cierran
b vence: vence vencen caduca expira
f vive: vive vivo viven reside
f trabaja: trabaja trabajo~ trabajan
f usa: usa uso usan utiliza utilizan
f conduce: conduce
f estudia: estudia
f prefiere: prefiere prefiero prefieren
f alojado: alojado alojada
g no: no
g =: nunca jamás ningún ninguna ninguno nada nadie sin ni tampoco apenas
i =: muy sumamente tan realmente
m now: ahora ~ahora
m new: nuevo nueva nuevos nuevas
m also: también además
m end: ~end
m over: ~over
m stop: dejado dejó
m move: mudado mudó mudado trasladado trasladó
m switch: cambiado cambió pasado pasó migrado migró
m shift: aplazado aplazada pospuesto pospuesta retrasado retrasada ampliado ampliada
m step: subido subió bajado bajó aumentado aumentó reducido redujo
m become: convertido
m instead: ~instead
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
o mon: lunes
o tue: martes
o wed: miércoles
o thu: jueves
o fri: viernes
o sat: sábado sábados
o sun: domingo domingos
o m01: enero
o m02: febrero
o m03: marzo
o m04: abril
o m05: mayo
o m06: junio
o m07: julio
o m08: agosto
o m09: septiembre
o m10: octubre
o m11: noviembre
o m12: diciembre
o spring: primavera
o summer: verano
o autumn: otoño
o winter: invierno
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
x per~day: per~día diariamente
x per~week: per~semana semanalmente
x per~month: per~mes mensualmente
x per~year: per~año anualmente
x per~hour: per~hora
l gusta: gusta gustan
l encanta: encanta encantan adora
d odia: odia odio odian detesta
a =: favorito favorita preferido preferida
a =: precio alquiler salario sueldo presupuesto plazo puerto versión dirección número límite cuota temperatura peso altura edad estado
'
$$;
