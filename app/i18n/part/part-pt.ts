import type { PartTexts } from './part-texts.ts'

/** Texts for a part of a clip, loaded with its fields. */
export const ptPart: PartTexts = {
  title: 'Só um trecho',
  from: 'De',
  to: 'Até',
  hint: 'Deixe um campo vazio para usar o início ou o fim do vídeo.',
  not_a_time: 'Digite um tempo como 0:13,3 ou 1:02.',
  end_before_start: 'Escolha um fim depois do início.',
  past_end: 'Escolha um momento antes do fim do vídeo.',
  too_short: 'Escolha pelo menos meio segundo.',
  play: 'Reproduzir o trecho',
  stop: 'Parar',
  download: 'Baixar o trecho',
  whole: 'Usar o vídeo inteiro',
}
