import type { PartTexts } from './part-texts.ts'

/** Texts for a part of a clip, loaded with its fields. */
export const dePart: PartTexts = {
  title: 'Nur ein Ausschnitt',
  from: 'Von',
  to: 'Bis',
  hint: 'Lass ein Feld leer, wenn der Anfang oder das Ende des Videos gilt.',
  not_a_time: 'Gib eine Zeit wie 0:13,3 oder 1:02 ein.',
  end_before_start: 'Wähle ein Ende nach dem Anfang.',
  past_end: 'Wähle eine Zeit vor dem Ende des Videos.',
  too_short: 'Wähle mindestens eine halbe Sekunde.',
  play: 'Ausschnitt abspielen',
  stop: 'Stopp',
  download: 'Ausschnitt herunterladen',
  whole: 'Ganzes Video verwenden',
}
