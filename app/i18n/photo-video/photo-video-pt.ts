import type { PhotoVideoTexts } from '../catalogue.ts'

/** Portuguese texts for making a video from a photo post's images. */
export const ptPhotoVideo: PhotoVideoTexts = {
  row: 'As imagens em vídeo',
  madeHere: 'criado neste dispositivo',
  title: 'Criar um vídeo com as imagens',
  intro: 'Seu navegador cria um MP4 com as imagens e o som.',
  length: 'Duração',
  steady: '{n} segundos por imagem',
  fitted: 'A duração do som',
  make: 'Criar o vídeo',
  makingTitle: 'Criando seu vídeo…',
  fetching: 'Carregando as imagens e o som…',
  drawing: 'Imagem {number} de {count}',
  keepOpen: 'Deixe esta página aberta até o vídeo ficar pronto.',
  mp3Inside:
    'O som deste arquivo é MP3. Alguns players, como os do iPhone, não conseguem tocá-lo ali. Outros navegadores podem criar um arquivo que toca em qualquer lugar.',
  failedTitle: 'Não foi possível criar o vídeo',
  image: 'Seu navegador não consegue abrir uma das imagens. O ZIP tem todas.',
  long: 'Ele teria mais de 10 minutos. Selecione menos imagens ou escolha outra duração.',
  large: 'Ele é grande demais para o navegador. Selecione menos imagens ou salve o ZIP.',
  failed: 'Seu navegador teve um problema. Tente de novo ou salve o ZIP.',
}
