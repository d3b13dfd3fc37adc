import type { Catalogue } from './catalogue.ts'

/** Portuguese as written in Brazil. Visitors are addressed as você. */
export const pt: Catalogue = {
  header: {
    skip: 'Ir para o conteúdo',
    nav: 'Páginas',
    menu: 'Menu',
    blog: 'Blog',
    help: 'Ajuda',
    contact: 'Contato',
    terms: 'Termos',
    privacy: 'Privacidade',
    dmca: 'DMCA',
  },
  footer: {
    claim: '{site} é o jeito mais rápido e confiável de baixar vídeos do TikTok.',
    download: 'Baixar vídeos',
    nav: 'Mais páginas',
    start: 'Downloader',
    howItWorks: 'Como funciona',
    features: 'O que ele faz',
    faq: 'Perguntas',
    pc: 'Baixar do TikTok no PC',
    extension: 'Alternativa à extensão do Chrome',
    mp4: 'Do TikTok para MP4',
    read: 'Para ler',
    blog: 'Blog',
    help: 'Ajuda',
    statistics: 'Estatísticas',
    resources: 'Recursos',
    site: 'Este site',
    contact: 'Contato',
    pressKit: 'Kit de imprensa',
    backlinkBuilder: 'Modelos de backlinks',
    legal: 'Informações legais',
    terms: 'Termos',
    privacy: 'Privacidade',
    dmca: 'DMCA',
    languages: 'Idioma',
    independent: 'Independente do TikTok e da ByteDance.',
  },
  home: {
    title: 'Baixar vídeos do TikTok sem marca d’água, em HD e MP3',
    description:
      'Cole um link do TikTok e salve o vídeo sem marca d’água: MP4 de até 1080p, o som em MP3 ou cada imagem de um carrossel. Grátis, sem limite e sem cadastro.',
    headline: ['O clipe fica.', 'O logo sai.'],
    lead: 'Salve vídeos do TikTok sem marca d’água, em HD de até 1080p, ou só o som em MP3. Grátis, sem limite e sem cadastro.',
    steps: {
      eyebrow: 'Como funciona',
      heading: 'Três passos e pronto',
      copyTitle: 'Copie o link',
      copy: 'No app do TikTok, toque em Compartilhar e depois em Copiar link. No navegador, copie o que está na barra de endereço.',
      pasteTitle: 'Cole aqui',
      paste:
        'Coloque no campo acima e clique em Baixar. Uma mensagem inteira também serve: a gente encontra o link nela.',
      saveTitle: 'Salve o arquivo',
      save: 'Clique em Baixar agora e espere oito segundos. No iPhone ou iPad, Compartilhar para salvar leva o vídeo para o Fotos.',
    },
    features: {
      eyebrow: 'O que ele faz',
      heading: 'Tudo da publicação, nada por cima',
      watermarkTitle: 'Sem marca d’água',
      watermark:
        'Você recebe o arquivo de antes de colocarem o logotipo. Nada é cortado, borrado nem coberto.',
      hdTitle: 'HD de até 1080p',
      hd: 'Oferecido sempre que a publicação tem um arquivo HD, com o tamanho à mostra antes de salvar.',
      mp3Title: 'O som em MP3',
      mp3: 'Só o som, a 192 kbit/s, com o título e o autor gravados no arquivo.',
      slideshowTitle: 'Carrosséis',
      slideshow: 'Publicações de fotos imagem por imagem ou todas em um ZIP, e o som também.',
      registrationTitle: 'Sem cadastro',
      registration: 'Sem conta, sem e-mail, sem app. A gente só pede o link.',
      freeTitle: 'Sem limite e grátis',
      free: 'Quantos clipes você quiser, sem pagar nada. Os espaços de publicidade pagam os servidores.',
      scriptTitle: 'Funciona sem JavaScript',
      script:
        'Por baixo, cada passo é uma página simples. Celulares antigos e navegadores rigorosos recebem o mesmo arquivo.',
      cookiesTitle: 'Sem cookies de rastreamento',
      cookies:
        'As visitas são contadas no nosso próprio servidor, sem cookies. Nada segue você por aí.',
      choiceTitle: 'Você decide',
      choice:
        'Nossa própria contagem de visitas não precisa de cookies. Ferramentas de outras empresas só carregam se você aceitar.',
    },
    faq: {
      eyebrow: 'Perguntas',
      heading: 'O que mais perguntam',
      more: 'Sua pergunta não está aqui? A página de ajuda passa por cada passo e cada mensagem.',
      moreLink: 'Abrir a página de ajuda',
      items: [
        {
          question: 'É grátis mesmo? Tem algum limite?',
          answer:
            'É grátis, e você pode salvar quantas publicações quiser. Só quando chegam muitas solicitações em um minuto é preciso esperar um pouco, para que haja lugar para todo mundo.',
        },
        {
          question: 'Preciso de uma conta ou de um app?',
          answer:
            'Não. É uma página da web: funciona no navegador do celular, do tablet ou do computador e só pede o link.',
        },
        {
          question: 'Como salvo um vídeo no iPhone ou iPad?',
          answer:
            'Abra esta página no Safari, busque a publicação e clique em Baixar agora. Depois da contagem, toque em Compartilhar para salvar e escolha Salvar Vídeo para o Fotos ou Salvar em Arquivos para uma pasta.',
        },
        {
          question: 'Por que não há HD para o meu vídeo?',
          answer:
            'O HD é oferecido quando a publicação tem um arquivo HD. Algumas foram enviadas em tamanho menor, e aumentá-las só acrescentaria bytes. Nesse caso, o MP4 comum é o melhor que existe.',
        },
        {
          question: 'Posso salvar um carrossel, ou só o som?',
          answer:
            'Os dois. Uma publicação de fotos dá todas as imagens, uma por uma ou em um ZIP. O MP3 dá o som de um vídeo ou de um carrossel.',
        },
        {
          question: 'Para onde foi o arquivo?',
          answer:
            'Para a pasta Downloads: no computador, a do navegador; no Android, a do app Arquivos; no iPhone, a do Arquivos, ou para o Fotos se você escolheu Salvar Vídeo.',
        },
        {
          question: 'Por que meu link não funciona?',
          answer:
            'O link precisa levar a uma única publicação pública. Perfis, sons, hashtags e lives têm muitas ou nenhuma; e publicações privadas ou apagadas ninguém consegue obter.',
        },
        {
          question: 'Vocês guardam meus vídeos ou sabem o que salvei?',
          answer:
            'Não. O arquivo passa pelo servidor a caminho de você e não fica lá, e nenhuma lista diz quem salvou o quê. O autor também não fica sabendo.',
        },
        {
          question: 'Posso usar o que salvei?',
          answer:
            'Suas próprias publicações, sim. As dos outros são deles: em muitos países dá para guardar uma cópia particular, mas publicar de novo exige a permissão do autor.',
        },
      ],
    },
  },
  downloader: {
    label: 'Link do TikTok',
    placeholder: 'https://www.tiktok.com/@nome/video/…',
    paste: 'Colar',
    submit: 'Baixar',
    processing: 'Processando',
    hint: 'Copie o link no app do TikTok → Cole aqui → Baixe',
    demo: 'Modo de demonstração: todos os links dão o mesmo clipe de exemplo.',
    unreachable:
      'Este servidor não consegue se conectar ao TikTok, então todos os links dão o clipe de exemplo.',
  },
  errors: {
    empty: 'Informe um link do TikTok',
    invalid: 'Informe um link do TikTok válido',
    failed: 'Não foi possível obter os dados do vídeo. Verifique o link e tente novamente.',
    unexpected: 'Ocorreu um erro ao processar sua solicitação. Tente novamente.',
    clipboardDenied:
      'Acesso à área de transferência negado. Permita o acesso à área de transferência no navegador ou cole o link manualmente com Ctrl+V (Cmd+V no Mac).',
    clipboardEmpty: 'A área de transferência está vazia. Copie primeiro um link do TikTok.',
    clipboardFailed:
      'Não foi possível acessar a área de transferência. Cole o link manualmente com Ctrl+V (Cmd+V no Mac).',
    removed: 'Esta publicação não está disponível aqui.',
  },
  hints: {
    profile: 'Este link leva a um perfil. Abra uma das publicações e copie o link dela.',
    live: 'Lives não podem ser salvas. Publicações, sim.',
    sound: 'Este link leva a um som. Abra uma publicação que o use e copie o link dela.',
    tag: 'Este link leva a uma hashtag. Abra uma das publicações e copie o link dela.',
    collection: 'Este link leva a uma coleção. Abra uma das publicações e copie o link dela.',
    playlist: 'Este link leva a uma playlist. Abra uma das publicações e copie o link dela.',
    login: 'Este link leva a uma página de login. No app, use Compartilhar → Copiar link.',
    badId: 'O link parece cortado. Copie de novo no app: Compartilhar → Copiar link.',
    unknownPath: 'Este link não leva a uma publicação. No app, use Compartilhar → Copiar link.',
    notFound: 'Ela pode ser privada, ter sido apagada ou não aparecer em todos os países.',
    gone: 'Esta publicação foi apagada ou não existe.',
    private: 'Esta publicação é privada.',
    age: 'Esta publicação tem restrição de idade e só pode ser vista por quem está conectado no aplicativo.',
    region: 'Esta publicação não está disponível no país deste servidor.',
    restricted: 'Esta publicação está em análise ou foi restringida pela plataforma.',
    unsupported: 'Este tipo de publicação não pode ser baixado. Vídeos e fotos podem.',
    dailyLimit: 'O limite de hoje acabou. Volte amanhã.',
    busy: {
      one: 'Tem muita gente aqui agora. Tente novamente em {n} segundo.',
      many: 'Tem muita gente aqui agora. Tente novamente em {n} de segundos.',
      other: 'Tem muita gente aqui agora. Tente novamente em {n} segundos.',
    },
    refusedHere:
      'O TikTok está recusando as solicitações deste servidor no momento. Tente novamente mais tarde.',
    pageChanged:
      'O TikTok mudou a página dele, e este site não consegue lê-la no momento. Tente novamente mais tarde.',
    unavailable:
      'O serviço de vídeo não está respondendo no momento. Tente novamente em alguns minutos.',
    tooMany: {
      one: 'Chegaram muitas solicitações da sua rede. Tente novamente em {n} segundo.',
      many: 'Chegaram muitas solicitações da sua rede. Tente novamente em {n} de segundos.',
      other: 'Chegaram muitas solicitações da sua rede. Tente novamente em {n} segundos.',
    },
    removed: 'Ela foi retirada deste site após uma notificação ou pelo responsável.',
  },
  result: {
    by: 'por {author}',
    untitled: 'Publicação sem título',
    coverAlt: 'Capa da publicação',
    downloadNow: 'Baixar agora',
    otherFormats: 'Outros formatos',
    hd: 'Vídeo HD',
    mp3: 'Som MP3',
    mp4: 'Vídeo MP4',
    zip: 'Todas as imagens em ZIP',
    images: 'Imagens',
    image: 'Imagem {number}',
    saveImage: 'Salvar a imagem {number}',
  },
  prepare: {
    title: 'Preparando seu download…',
    countdown: {
      one: 'Seu download estará pronto em {n} segundo',
      many: 'Seu download estará pronto em {n} de segundos',
      other: 'Seu download estará pronto em {n} segundos',
    },
    ready: 'Seu download está pronto',
    close: 'Fechar',
    downloadNow: 'Baixar agora',
    iosHeading: 'Salve no seu iPhone ou iPad',
    iosShare: 'Toque em Compartilhar para salvar e escolha Salvar Vídeo.',
    iosSafari:
      'Toque em Abrir no Safari, depois no botão de compartilhar, e escolha Salvar em Arquivos.',
    iosFiles: 'Copie o link do arquivo e cole em um app gerenciador de arquivos que baixe links.',
    shareToSave: 'Compartilhar para salvar',
    openInSafari: 'Abrir no Safari',
    copyLink: 'Link do arquivo',
    back: 'Voltar à página inicial',
    ad: 'Publicidade',
  },
  saveProblem: {
    expiredTitle: 'Este link de download expirou',
    expired: 'Links de download valem dez minutos. Busque a publicação de novo para ter outro.',
    invalidTitle: 'Este link de download não é válido',
    invalid: 'Ele pode ter sido cortado ao ser copiado. Comece de novo pelo link da publicação.',
    removedTitle: 'Esta publicação não está disponível aqui',
    noSuchFileTitle: 'Esta publicação não tem esse arquivo',
    noSuchFile: 'Ela pode ter mudado desde que foi buscada.',
    noSoundTitle: 'Esta publicação não tem som',
    noSound: 'Não há do que fazer um MP3. O vídeo ainda pode ser salvo.',
    busyTitle: 'Downloads demais ao mesmo tempo',
    busy: {
      one: 'Todos os lugares estão ocupados no momento. Tente novamente em {n} segundo.',
      many: 'Todos os lugares estão ocupados no momento. Tente novamente em {n} de segundos.',
      other: 'Todos os lugares estão ocupados no momento. Tente novamente em {n} segundos.',
    },
    unavailableTitle: 'O arquivo não está disponível no momento',
    unavailable: 'O lugar onde o arquivo está não respondeu como deveria. Tente novamente.',
    tooLargeTitle: 'Este arquivo é grande demais',
    tooLarge: 'Ele é maior ou mais longo do que este site entrega.',
    lookUpAgain: 'Buscar de novo',
  },
  copy: {
    copied: 'Copiado!',
    failed: 'Não funcionou. O texto está selecionado: use Ctrl+C (Cmd+C no Mac) para copiar.',
  },
  notFound: {
    title: 'Página não encontrada',
    text: 'A página que você procura não existe ou foi movida.',
    back: 'Voltar ao início',
  },
  maintenance: {
    title: 'Voltamos já',
    text: 'O site está em manutenção. Volte daqui a alguns minutos.',
  },
  crash: {
    title: 'Algo deu errado',
    text: 'Não foi possível criar a página. Tente novamente daqui a pouco.',
    damagedTitle: 'O site está em reparo',
    damagedText:
      'Parte dos dados armazenados está danificada. Até que isso seja resolvido, não é possível buscar nem enviar nada. Tente novamente mais tarde.',
    waitTitle: 'Não é possível gravar nada neste momento',
    waitText: 'Nada foi alterado. Tente novamente dentro de um minuto.',
    refusedTitle: 'Este pedido foi recusado',
    refusedText:
      'Veio de outro site ou o formulário não chegou completo. Nada foi alterado. Abra a página novamente e envie a partir dela.',
    otherAddress:
      'Este site foi aberto em {here}, mas se conhece como {own} e só aceita formulários de lá. Abra-o lá; quem o administra pode pôr em APP_URL o endereço usado.',
    reference: 'Referência: {id}',
  },
  pages: {
    problemTitle: 'Esta página não pode ser mostrada',
    problem: 'Não foi possível carregar o conteúdo da página. Tente novamente mais tarde.',
    onlyEnglish: 'Esta página ainda não foi traduzida, por isso você a lê em inglês.',
    contents: 'Nesta página',
    downloader: 'Downloader',
    bookmarklet: {
      title: 'O bookmarklet',
      link: 'Salvar com {site}',
      drag: 'Arraste este botão para a barra de favoritos. Nesta página ele não faz nada; clique nele na página de uma publicação.',
      code: 'O mesmo em código, para copiar à mão em um favorito',
    },
    contact: {
      label: 'Escreva para',
    },
    asked: {
      platform:
        'Para consultar um link, este servidor abre a página pública da publicação no TikTok. O TikTok vê uma solicitação deste servidor, sem o seu endereço IP, os seus cookies nem dados do seu navegador.',
      ytdlp:
        'Ele também pode usar o yt-dlp, um programa que roda neste servidor e consulta o TikTok a partir daqui.',
      service:
        'Este servidor pode pedir os detalhes da publicação a um serviço de extração em {hosts}. Esse serviço é de um terceiro. Ele recebe o link e o endereço deste servidor, mas não o seu endereço IP, os seus cookies nem dados do seu navegador.',
      noThirdParty: 'Além do TikTok, nenhum terceiro recebe os links que você consulta.',
      proxy: 'As solicitações ao TikTok passam por um servidor proxy escolhido pelo operador.',
      demo: 'Este site está em modo de demonstração: cada link dá um clipe de exemplo que faz parte do programa, e ninguém é consultado.',
      nothing: 'No momento não há nada configurado para consultar links, então ninguém os recebe.',
    },
  },
  consent: {
    label: 'Ferramentas de outras empresas',
    question:
      'Podemos medir o uso deste site com ferramentas de outras empresas? Elas gravam cookies e só carregam se você aceitar.',
    more: 'O que é guardado',
    accept: 'Aceitar',
    decline: 'Recusar',
    footer: 'Sua escolha sobre cookies',
    title: 'Sua escolha sobre cookies',
    lead: 'Quem opera este site gostaria de usar estas ferramentas de outras empresas. Elas gravam cookies e sabem quais páginas você abre. Tudo aqui funciona sem elas.',
    accepted: 'Você aceitou: as ferramentas carregam.',
    declined: 'Você recusou: nada de outras empresas carrega.',
    undecided: 'Você ainda não decidiu: nada de outras empresas carrega.',
    signal:
      'Seu navegador envia o sinal Global Privacy Control. Aqui ele vale como um não: nada de outras empresas carrega.',
    none: 'Nenhuma está ativada aqui.',
    inUse: 'Ativadas aqui, para quem aceita:',
    change: 'Mudar sua escolha',
    tools: {
      analytics: 'Google Analytics, a contagem de visitas de um buscador',
      heatmap: 'Microsoft Clarity, um mapa de onde se toca e se rola',
      pixel: 'Pixel da Meta, a medição de visitas de uma rede social',
    },
  },
  seo: {
    feedTitle: 'Blog do {site}',
    cardAlt: '{site}: salve vídeos curtos sem marca d’água',
  },
  languages: {
    label: 'Idioma',
    suggestion: 'Esta página também está disponível em {language}.',
    open: 'Ver em {language}',
    dismiss: 'Dispensar esta linha',
  },
}
