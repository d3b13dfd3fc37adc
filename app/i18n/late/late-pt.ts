import type { LateTexts } from '../catalogue.ts'

/** Portuguese texts that a page loads once it shows a found post. */
export const ptLate: LateTexts = {
  part: {
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
  },
  photoVideo: {
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
  },
}
