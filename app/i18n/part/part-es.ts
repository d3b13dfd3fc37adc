import type { PartTexts } from './part-texts.ts'

/** Texts for a part of a clip, loaded with its fields. */
export const esPart: PartTexts = {
  title: 'Solo una parte',
  from: 'Desde',
  to: 'Hasta',
  hint: 'Deja un campo vacío para usar el principio o el final del video.',
  not_a_time: 'Escribe un tiempo como 0:13.3 o 1:02.',
  end_before_start: 'Elige un final posterior al inicio.',
  past_end: 'Elige un momento antes del final del video.',
  too_short: 'Elige al menos medio segundo.',
  play: 'Reproducir esta parte',
  stop: 'Detener',
  download: 'Descargar esta parte',
  whole: 'Usar el video completo',
}
