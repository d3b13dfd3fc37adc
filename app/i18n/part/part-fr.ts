import type { PartTexts } from './part-texts.ts'

/** Texts for a part of a clip, loaded with its fields. */
export const frPart: PartTexts = {
  title: 'Un extrait seulement',
  from: 'De',
  to: 'À',
  hint: 'Laissez un champ vide pour partir du début ou aller jusqu’à la fin.',
  not_a_time: 'Saisissez un temps comme 0:13,3 ou 1:02.',
  end_before_start: 'Choisissez une fin après le début.',
  past_end: 'Choisissez un moment avant la fin de la vidéo.',
  too_short: 'Choisissez au moins une demi-seconde.',
  play: 'Lire l’extrait',
  stop: 'Arrêter',
  download: 'Télécharger l’extrait',
  whole: 'Reprendre la vidéo entière',
}
