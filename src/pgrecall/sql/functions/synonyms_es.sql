-- Return the synonyms of Spanish, as pgrecall.synonyms_en.
create function pgrecall.synonyms_es() returns text
language sql immutable parallel safe as $$
  select '
x comprar: adquirir
x empezar: comenzar iniciar
x reparar: arreglar
x arregló: reparó
x rápido: veloz
x rápidamente: deprisa
x caro: costoso
x difícil: complicado
x fácil: sencillo
x sueldo: salario
x jefe: patrón
x jefa: patrona
x compañero: colega
x madre: mamá
x padre: papá
x abuela: yaya
x niños: críos
x coche: carro auto automóvil
x bicicleta: bici
x tele: televisión televisor
x nevera: frigorífico refrigerador
x móvil: celular
x teléfono: tel
x ordenador: computadora computador
x médico: doctor
x empresa: compañía
x contrato: acuerdo
x reunión: junta
x foto: fotografía
x problema: inconveniente
x piso: apartamento departamento
x contraseña: clave password
x correo: email e-mail
x aproximadamente: unos alrededor
x siempre: constantemente
x frecuentemente: amenudo
x normalmente: generalmente habitualmente
x inmediatamente: enseguida
x pronto: próximamente
x casi: prácticamente
x y: & e
x pero: sin-embargo
'
$$;
