-- Return the synonyms of French, as pgrecall.synonyms_en.
create function pgrecall.synonyms_fr() returns text
language sql immutable parallel safe as $$
  select '
x acheter: acquérir
x commencer: débuter
x rapide: prompt
x rapidement: vite
x cher: coûteux onéreux
x malade: souffrant
x salaire: rémunération
x collègue: confrère
x mère: maman
x père: papa
x grand-mère: mamie mémé
x grand-père: papi papy
x enfants: gosses
x voiture: auto automobile
x vélo: bicyclette
x télé: télévision
x canapé: sofa
x frigo: réfrigérateur
x portable: mobile
x téléphone: tél
x ordinateur: pc
x médecin: docteur
x magasin: boutique
x entreprise: société compagnie
x contrat: accord
x vacances: congés
x voyage: déplacement
x photo: photographie
x problème: souci
x appartement: appart
x courriel: mail email e-mail
x environ: approximativement
x toujours: constamment
x souvent: fréquemment
x parfois: quelquefois
x habituellement: généralement normalement
x immédiatement: aussitôt tout-de-suite
x bientôt: prochainement
x presque: quasiment
x et: &
x mais: cependant toutefois
'
$$;
