import type { DocumentTexts } from '../catalogue.ts'

/**
 * Portuguese texts of pages that never run in the browser.
 * A long file, since a language is read and translated as a whole.
 */
export const ptDocuments: DocumentTexts = {
  homeSections: {
    steps: {
      eyebrow: 'Como funciona',
      heading: 'Três passos e pronto',
      copyTitle: 'Copie o link',
      copy: 'No app do TikTok, toque em “Compartilhar” e depois em “Copiar link”. No navegador, copie a URL da barra de endereço.',
      pasteTitle: 'Cole aqui',
      paste:
        'Cole o link no campo acima e toque em “Baixar”. Colou uma mensagem inteira? Encontramos o link nela.',
      saveTitle: 'Salve o arquivo',
      save: 'Escolha um formato, toque em “Baixar agora” e salve o arquivo quando ele estiver pronto. No iPhone ou iPad, “Compartilhar para salvar” coloca o vídeo no app Fotos.',
    },
    features: {
      eyebrow: 'Recursos',
      heading: 'A publicação inteira, sem nada a mais',
      watermarkTitle: 'Sem marca d’água',
      watermark:
        'Você recebe o arquivo que o TikTok exibe no feed, sem o logo que ele coloca ao baixar. Nada é cortado, borrado nem coberto.',
      hdTitle: 'HD de até 1080p',
      hd: 'Se houver uma versão em HD, você a vê, com o tamanho, antes de salvar.',
      mp3Title: 'O som em MP3',
      mp3: 'Só o som, na qualidade que você escolher: de 128 a 320 kbps.',
      slideshowTitle: 'Publicações de fotos',
      slideshow: 'Salve as imagens uma a uma ou todas em um ZIP, e o som em MP3.',
      registrationTitle: 'Sem cadastro',
      registration: 'Sem conta, sem e-mail, sem app. Só pedimos o link.',
      freeTitle: 'Sem limite e grátis',
      free: 'Quantos vídeos você quiser, sem pagar nada.',
      scriptTitle: 'Funciona sem JavaScript',
      script:
        'Cada passo também funciona como uma página comum, então celulares antigos e navegadores sem JavaScript recebem o mesmo arquivo.',
      cookiesTitle: 'Sem cookies de rastreamento',
      cookies:
        'Contamos as visitas no nosso próprio servidor, sem cookies. Nada segue você pela web.',
      choiceTitle: 'Você decide',
      choice:
        'Contamos as visitas sem cookies. Ferramentas de terceiros só são carregadas se você aceitar.',
    },
    faq: {
      eyebrow: 'Perguntas',
      heading: 'Perguntas frequentes',
      more: 'Não encontrou sua resposta? A página de ajuda explica cada passo e cada mensagem.',
      moreLink: 'Abrir a página de ajuda',
      others: {
        question: 'Funciona com outros sites?',
        answer:
          'Sim. Com publicações de {platforms} é igual: cole o link e escolha um arquivo. Elas precisam ser públicas.',
      },
      items: [
        {
          question: 'É grátis mesmo? Tem algum limite?',
          answer:
            'É grátis, e você pode salvar quantas publicações quiser. Se você enviar muitas solicitações em um minuto, vamos pedir que espere um instante, para que todo mundo tenha a sua vez.',
        },
        {
          question: 'Preciso de uma conta ou de um app?',
          answer:
            'Não. É uma página da web que funciona no navegador do celular, do tablet ou do computador. Você só precisa do link.',
        },
        {
          question: 'Como salvo um vídeo no iPhone ou iPad?',
          answer:
            'Abra esta página no Safari, cole o link e toque em “Baixar” e depois em “Baixar agora”. Depois da contagem, toque em “Compartilhar para salvar” e escolha “Salvar Vídeo” para colocá-lo no app Fotos ou “Salvar em Arquivos” para escolher uma pasta.',
        },
        {
          question: 'Por que meu vídeo não tem HD?',
          answer:
            'Oferecemos HD sempre que a publicação tem um arquivo HD. Alguns vídeos foram enviados em resolução menor, e ampliá-los não os deixaria mais nítidos. Nesse caso, o MP4 é a melhor versão que existe.',
        },
        {
          question: 'Posso salvar publicações de fotos ou só o som?',
          answer:
            'Os dois. Salve as imagens de uma publicação de fotos uma a uma ou todas em um ZIP. Escolha MP3 para ter só o som de um vídeo ou de uma publicação de fotos.',
        },
        {
          question: 'Para onde foi o arquivo?',
          answer:
            'No computador, para a pasta Downloads do navegador. No Android ou no iPhone, abra o app Arquivos e veja em Downloads. Se você escolheu “Salvar Vídeo” no iPhone, ele está no app Fotos.',
        },
        {
          question: 'Por que meu link não funciona?',
          answer:
            'O link precisa levar a uma única publicação pública. Links de perfis, sons, hashtags e lives não funcionam, e publicações privadas ou apagadas não podem ser baixadas.',
        },
        {
          question: 'Vocês guardam meus vídeos ou sabem o que salvei?',
          answer:
            'Não. O arquivo só passa pelo nosso servidor até chegar a você e não fica guardado. Contamos os downloads sem o seu nome nem o seu endereço IP, e o criador não é avisado.',
        },
        {
          question: 'Posso repostar o que salvei?',
          answer:
            'Suas próprias publicações, sim. As publicações de outras pessoas pertencem a elas. Em muitos países você pode guardar uma cópia particular, mas precisa da permissão do criador para publicar de novo.',
        },
      ],
    },
  },
  consentPage: {
    title: 'Opções de cookies',
    lead: 'O operador deste site gostaria de usar estas ferramentas de terceiros. Elas gravam cookies e veem quais páginas você abre. Tudo aqui também funciona sem elas.',
    accepted: 'Você aceitou, então as ferramentas são carregadas.',
    declined: 'Você recusou, então nenhuma ferramenta de terceiros é carregada.',
    undecided: 'Você ainda não decidiu, então nenhuma ferramenta de terceiros é carregada.',
    lost: 'Seu navegador não guardou o cookie com a sua escolha, então nenhuma ferramenta de terceiros é carregada. Permita cookies neste site e escolha de novo.',
    refused: 'A sua escolha não chegou, então nada mudou. Escolha de novo.',
    signal:
      'Seu navegador envia o sinal Global Privacy Control. Nós o tratamos como um não, então nenhuma ferramenta de terceiros é carregada.',
    none: 'Nenhuma está ativada aqui.',
    inUse: 'Ativadas aqui, para quem aceita:',
    change: 'Mudar sua escolha',
    tools: {
      analytics: 'Google Analytics, que conta as visitas',
      heatmap: 'Microsoft Clarity, que mostra onde as pessoas tocam e rolam a tela',
      pixel: 'Pixel da Meta, que mede visitas para o Facebook e o Instagram',
    },
  },
  seo: {
    feedTitle: 'Blog do {site}',
    cardAlt: '{site}: salve vídeos curtos sem marca d’água',
  },
  resources: {
    eyebrow: 'Ferramentas',
    title: 'Ferramentas para vídeo curto, escolhidas a dedo',
    description:
      'Editores, players, conversores, legendas e arquivamento para vídeo curto, descritos e avaliados com franqueza. Quase todos são grátis.',
    heading: 'Ferramentas que valem a pena',
    lead: 'Ferramentas para cortar, converter, legendar e arquivar os vídeos que você salvou e para saber o que pode fazer com eles.',
    filter: 'Filtrar por categoria',
    all: 'Tudo',
    categories: {
      videoEditing: 'Edição de vídeo',
      players: 'Players',
      converters: 'Conversão',
      audio: 'Áudio',
      captions: 'Legendas',
      archiving: 'Arquivamento',
      images: 'Imagens',
      stock: 'Músicas, sons e fontes',
      rights: 'Direitos',
      publishing: 'Publicação',
    },
    count: { one: '{n} item.', many: '{n} de itens.', other: '{n} itens.' },
    ownOpinion:
      'A seleção e as estrelas são a opinião dos criadores do Cleanclip, e não uma média de votos. Ninguém paga para aparecer, e nenhum link gera dinheiro.',
    rated: 'Avaliação: {count} de 5',
    free: 'Grátis',
    featured: 'Destaque',
    onlyEnglish: 'As descrições estão em inglês.',
  },
  statistics: {
    eyebrow: 'Estatísticas',
    title: 'O vídeo curto em números: público, tamanhos, formatos',
    description:
      'Quanta gente assiste, quanto um vídeo pode durar, quanto pesa um minuto de vídeo e quanto o HEVC economiza: gráficos com a fonte de cada número.',
    heading: 'O vídeo curto em números',
    lead: 'Cada número tem uma fonte com nome e data ou é calculado com uma fórmula que está ao lado. Nada de palpites.',
    own: 'Neste site',
    totals: {
      posts: 'Publicações registradas',
      lookups: 'Buscas bem-sucedidas',
      downloads: 'Downloads concluídos',
    },
    ownNote:
      'Sem robôs, atualizado a cada cinco minutos. Publicações que ninguém mais consulta não são contadas. Consultas e downloads abrangem os últimos 25 meses.',
    onlyEnglish: 'Os números e as explicações estão em inglês.',
  },
  outreach: {
    eyebrow: 'Modelos de backlinks',
    title: 'Modelos de e-mail para conseguir backlinks',
    description:
      'Dez e-mails para artigos convidados, páginas de recursos, links quebrados, resenhas e mais, prontos para preencher e copiar, com estratégias que não irritam.',
    heading: 'Peça um link sem incomodar',
    lead: 'E-mails que as pessoas respondem: curtos, específicos e com algo útil para quem lê. Preencha os dados do seu site, copie e adapte os trechos [entre colchetes] à pessoa para quem você escreve.',
    yours: 'Seu site',
    yoursNote:
      'Nós o incluímos em todos os modelos abaixo. Ele fica na URL desta página e em nenhum outro lugar.',
    siteName: 'Nome do seu site',
    siteAddress: 'Endereço do seu site',
    yourName: 'Seu nome',
    fill: 'Preencher os modelos',
    templates: 'Modelos',
    jump: 'Ir para um modelo',
    categories: {
      'guest-post': 'Guest post',
      'resource-page': 'Página de recursos',
      'broken-link': 'Link quebrado',
      'product-review': 'Resenha de produto',
      'statistics-mention': 'Citação de dados',
      interview: 'Entrevista',
      testimonial: 'Depoimento',
      podcast: 'Podcast',
      'unlinked-mention': 'Menção sem link',
      'follow-up': 'Follow-up',
    },
    subject: 'Assunto:',
    body: 'Texto do e-mail',
    copyEmail: 'Copiar e-mail',
    copySubject: 'Copiar assunto',
    openInMail: 'Abrir no seu app de e-mail',
    strategies: 'Estratégias',
    onlyEnglish: 'Os modelos e as estratégias estão em inglês.',
    optOut: {
      title: 'Não receber mais e-mails',
      text: 'Toque no botão e nunca mais escreveremos para o seu endereço.',
      submit: 'Parar estes e-mails',
      doneTitle: 'Você não vai mais receber mensagens nossas',
      done: 'Seu endereço está na lista de pessoas para quem não escrevemos.',
      unknownTitle: 'Não reconhecemos este link',
      unknown:
        'Talvez ele tenha sido cortado ao ser copiado. Use o link no fim do e-mail ou escreva para nós.',
    },
  },
  press: {
    eyebrow: 'Kit de imprensa',
    title: 'Kit de imprensa: logotipo, capturas e informações',
    description:
      'Logotipo em SVG e PNG, ícone, imagem para redes, capturas de tela, cores, uma ficha e textos prontos sobre o site, de uso livre em reportagens.',
    heading: 'Para quem escreve sobre nós',
    lead: 'Logotipos, capturas de tela, cores e informações. Use sem precisar pedir em artigos, vídeos e palestras sobre o site.',
    assets: 'Downloads',
    types: {
      logo: 'Logotipo',
      icon: 'Ícone',
      socialCard: 'Imagem para redes',
      screenshot: 'Captura de tela',
      factSheet: 'Ficha',
    },
    download: 'Baixar',
    downloadOf: 'Baixar {name}',
    preview: 'Prévia de {name}',
    colors: 'Cores',
    colorsNote:
      'Ink e Paper são para o texto, Coral para botões e links, e Mint é a cor de destaque.',
    copyColor: 'Copiar {name}',
    texts: 'Textos prontos',
    short: 'Em uma frase',
    long: 'Em um parágrafo',
    copyText: 'Copiar texto',
    rules: 'Por favor',
    contact:
      'Dúvidas? A página de contato explica como falar com as pessoas que cuidam deste site.',
    contactLink: 'Contato',
    onlyEnglish: 'Os textos para a imprensa estão em inglês.',
  },
  contact: {
    title: 'Contato',
    description: 'Escreva para quem cuida deste site.',
    form: {
      heading: 'Enviar uma mensagem',
      lead: 'Ela vai direto para quem cuida deste site.',
      privacy: 'O que é guardado',
      optional: '(opcional)',
      name: 'Seu nome',
      email: 'E-mail',
      emailHint: 'Deixe em branco se não precisar de resposta.',
      topic: 'Qual é o assunto?',
      topics: {
        download: 'Problema de download',
        ownPost: 'Minha própria publicação',
        privacy: 'Privacidade',
        security: 'Segurança',
        press: 'Imprensa e links',
        general: 'Outra coisa',
      },
      message: 'Mensagem',
      submit: 'Enviar mensagem',
      orWrite: 'Ou escreva para',
    },
    problems: {
      fields: 'Sua mensagem não foi enviada. Confira os campos marcados.',
      required: 'Escreva uma mensagem.',
      tooLong: 'Ficou longo demais. O limite é de {max} caracteres.',
      email: 'Informe um e-mail válido, como nome@example.com.',
      tooFast: 'Que rapidez! Nada foi enviado ainda: toque de novo em “Enviar mensagem”.',
      stale:
        'Esta página ficou aberta por muito tempo. Nada foi enviado ainda: toque de novo em “Enviar mensagem”.',
      full: 'Nossa caixa de entrada está cheia, e sua mensagem não foi enviada. Tente novamente amanhã.',
      tooMany: {
        one: 'Recebemos muitas mensagens da sua rede. Tente novamente em {n} minuto.',
        many: 'Recebemos muitas mensagens da sua rede. Tente novamente em {n} de minutos.',
        other: 'Recebemos muitas mensagens da sua rede. Tente novamente em {n} minutos.',
      },
    },
    sentTitle: 'Mensagem enviada',
    sent: 'Obrigado por escrever. Se você deixou um e-mail, a resposta vai para lá.',
  },
  newsletter: {
    title: 'Newsletter',
    description:
      'Novos guias e novidades por e-mail. Confirme com um link e cancele com um clique.',
    heading: 'Novos guias, por e-mail',
    lead: 'Uma mensagem curta quando há algo novo para ler. Você confirma por e-mail e cancela com um clique. Nunca compartilhamos seu endereço.',
    label: 'E-mail',
    placeholder: 'nome@example.com',
    submit: 'Assinar',
    privacy: 'O que é guardado',
    empty: 'Informe seu e-mail.',
    invalid: 'Informe um e-mail válido, como nome@example.com.',
    tooFast: 'Que rapidez! Toque de novo em “Assinar”.',
    stale: 'Esta página ficou aberta por muito tempo. Toque de novo em “Assinar”.',
    tooMany: {
      one: 'Recebemos muitas inscrições da sua rede. Tente novamente em {n} minuto.',
      many: 'Recebemos muitas inscrições da sua rede. Tente novamente em {n} de minutos.',
      other: 'Recebemos muitas inscrições da sua rede. Tente novamente em {n} minutos.',
    },
    sentTitle: 'Falta um passo: confira seu e-mail',
    sent: 'Enviamos para {address} uma mensagem com um link de confirmação, no máximo uma por dia. Você só recebe a newsletter depois de confirmar. Nada depois de alguns minutos? Confira a pasta de spam.',
    feedHeading: 'Novos guias, no seu leitor de feeds',
    feedLead:
      'Este site não envia newsletter. Adicione o feed ao seu leitor e os novos guias aparecem lá, sem informar e-mail.',
    feedLink: 'Abrir o feed',
    off: 'Nada foi guardado: este site não consegue enviar e-mails no momento.',
    confirm: {
      title: 'Confirme sua assinatura',
      text: 'Toque no botão para receber a newsletter no endereço para o qual este link foi enviado.',
      submit: 'Confirmar assinatura',
      doneTitle: 'Assinatura confirmada',
      done: 'Seu endereço está confirmado. Cada edição traz um link para cancelar.',
      unknownTitle: 'Este link não funciona mais',
      unknown:
        'Os links de confirmação funcionam por sete dias, e só o mais recente conta. Assine de novo para receber outro.',
    },
    unsubscribe: {
      title: 'Cancelar a newsletter',
      text: 'Toque no botão e deixaremos de enviar a newsletter para o seu endereço.',
      submit: 'Cancelar assinatura',
      doneTitle: 'Assinatura cancelada',
      done: 'Você não vai mais receber a newsletter. Volte quando quiser.',
      unknownTitle: 'Não reconhecemos este link',
      unknown: 'Talvez ele tenha sido cortado ao ser copiado. Use o link no fim da última edição.',
    },
    mail: {
      confirmSubject: 'Confirme sua assinatura de {site}',
      confirm: {
        before:
          'Alguém (esperamos que tenha sido você) cadastrou este endereço na newsletter de {site}. Confirme que você quer recebê-la:',
        button: 'Confirmar assinatura',
      },
      confirmFooter:
        'O link funciona por sete dias. Se não foi você, ignore este e-mail. Sem a sua confirmação, não enviaremos nenhuma newsletter.',
      knownSubject: 'Você já assina {site}',
      known: {
        before:
          'Este endereço foi cadastrado de novo na newsletter de {site}. Ele já está confirmado, então não há nada a fazer.\n\nPara cancelar a assinatura:',
        button: 'Cancelar assinatura',
      },
    },
  },
  dmca: {
    title: 'Enviar uma notificação de direitos autorais',
    description:
      'O formulário para uma notificação de direitos autorais segundo 17 U.S.C. 512(c)(3).',
    form: {
      lead: 'Todos os campos são obrigatórios, exceto os marcados como opcionais.',
      optional: '(opcional)',
      you: 'Você',
      claimantName: 'Seu nome completo',
      company: 'Empresa',
      postalAddress: 'Endereço postal',
      phone: 'Número de telefone',
      email: 'E-mail',
      capacity: 'Você está enviando esta notificação como',
      owner: 'titular dos direitos autorais',
      agent: 'pessoa autorizada a agir em nome do titular',
      ownerName: 'Nome do titular (opcional, exceto se você age em nome de outra pessoa)',
      work: 'A obra',
      workTitle: 'Título da obra',
      workDescription: 'Descrição da obra',
      workDescriptionHint:
        'O que é, quem criou e quando. Se forem várias obras, uma lista representativa.',
      workAddresses: 'Links do original, um por linha',
      posts: 'As publicações',
      links: 'Links das publicações, um por linha',
      linksHint: 'Até 50. Serve qualquer link que leve a uma única publicação de {platforms}.',
      remarks: 'Observações',
      remarksHint: 'Por exemplo, a lei em que você se baseia, se não for a dos Estados Unidos.',
      statements: 'Declarações e assinatura',
      englishOnly: 'As declarações têm redação jurídica fixa e ficam em inglês.',
      signature: 'Assinatura: digite seu nome completo',
      submit: 'Enviar a notificação',
      privacy: 'O que é guardado',
      orWrite: 'Ou envie sua notificação, com tudo o que está listado aqui, para',
      again: 'Enviar uma notificação',
    },
    problems: {
      summary: {
        one: 'Nada foi enviado ainda. {n} campo precisa de revisão:',
        many: 'Nada foi enviado ainda. {n} de campos precisam de revisão:',
        other: 'Nada foi enviado ainda. {n} campos precisam de revisão:',
      },
      required: {
        claimantName: 'Informe seu nome completo.',
        postalAddress: 'Informe seu endereço postal.',
        phone: 'Informe seu número de telefone.',
        email: 'Informe seu e-mail.',
        capacity: 'Diga se a obra é sua ou se você age em nome de outra pessoa.',
        ownerName: 'Informe o nome de quem detém os direitos.',
        workTitle: 'Informe o título da obra.',
        workDescription: 'Descreva a obra.',
        links: 'Adicione o link de pelo menos uma publicação.',
        posts: 'Selecione pelo menos uma publicação.',
        signature: 'Digite seu nome completo para assinar.',
      },
      tooLong: 'Ficou longo demais. O limite é de {max} caracteres.',
      email: 'Informe um e-mail válido, como nome@example.com.',
      tick: 'Esta declaração é obrigatória.',
      changed:
        'As declarações mudaram desde que você abriu a página. Leia de novo e marque cada uma.',
      tooMany: 'Uma notificação pode citar até 50 publicações. Envie as outras em uma segunda.',
      badLines: {
        one: '{n} linha não é um link de publicação:',
        many: '{n} de linhas não são links de publicações:',
        other: '{n} linhas não são links de publicações:',
      },
      notPost: 'Este não é um link de uma publicação que possa ser salva aqui.',
      short:
        'Não conseguimos descobrir aonde este link curto leva. Abra-o em um navegador e copie a URL da barra de endereço.',
      tooFast: 'Que rapidez! Nada foi enviado ainda. Toque no botão de novo.',
      stale:
        'Esta página ficou aberta por muito tempo. Nada foi enviado ainda: confira o que você escreveu e toque no botão de novo.',
      trap: 'Havia algo escrito em um campo oculto, e nós o limpamos. Nada foi enviado ainda. Toque no botão de novo.',
      closed:
        'Não é mais possível contestar o bloqueio destas publicações, e nada foi enviado. Seu texto está abaixo.',
      limit: {
        one: 'Este formulário foi enviado cinco vezes a partir da sua rede nas últimas 24 horas. Tente novamente em {n} hora ou indique várias publicações de uma vez.',
        many: 'Este formulário foi enviado cinco vezes a partir da sua rede nas últimas 24 horas. Tente novamente em {n} de horas ou indique várias publicações de uma vez.',
        other:
          'Este formulário foi enviado cinco vezes a partir da sua rede nas últimas 24 horas. Tente novamente em {n} horas ou indique várias publicações de uma vez.',
      },
      busy: {
        one: 'Foram muitas tentativas da sua rede. Nada foi enviado. Tente novamente em {n} minuto.',
        many: 'Foram muitas tentativas da sua rede. Nada foi enviado. Tente novamente em {n} de minutos.',
        other:
          'Foram muitas tentativas da sua rede. Nada foi enviado. Tente novamente em {n} minutos.',
      },
    },
    status: {
      headings: {
        pending: 'Sua notificação está em análise',
        asked: 'Precisamos de mais informações',
        resolved: 'Sua notificação foi aceita',
        rejected: 'Sua notificação foi recusada',
      },
      filedTitle: 'Recebemos sua notificação',
      filed:
        'O número da sua notificação é {report}. Salve esta página nos favoritos: o link é privado e é o único caminho de volta.',
      filedMail: 'Também vamos enviar uma confirmação com este link por e-mail.',
      link: 'Link para esta página',
      pending: 'Pendente',
      resolved: 'Resolvida',
      rejected: 'Recusada',
      work: 'Obra',
      submitted: 'Enviada em',
      posts: 'Publicações',
      blocked: 'bloqueada aqui',
      notBlocked: 'não bloqueada',
      history: 'Histórico',
      fromOperator: 'Mensagem do operador:',
      fromYou: 'Sua resposta:',
      answer: 'Responder ao operador',
      answerHint: 'Por exemplo, o que faltava. Sua resposta será acrescentada à notificação.',
      send: 'Enviar a resposta',
      sent: 'Sua resposta foi acrescentada à notificação.',
      empty: 'Escreva primeiro uma resposta.',
      closed: 'Esta notificação não aceita mais respostas.',
      copy: {
        title: 'Contranotificação',
        received: 'Recebida em',
        sender: 'De',
        statement: 'Declaração',
        signature: 'Assinatura',
        window:
          'As publicações serão restabelecidas entre {from} e {until}, a menos que, antes disso, você nos informe que pediu uma ordem judicial (17 U.S.C. 512(g)(2)(C)).',
      },
      unknownTitle: 'Não reconhecemos este link',
      unknown: 'Talvez ele tenha sido cortado ao ser copiado. Use o link inteiro.',
    },
    events: {
      submitted: 'Recebemos sua notificação. O operador do site vai analisá-la.',
      approved:
        'Sua notificação foi aceita. Todas as publicações que ela cita já estão bloqueadas aqui.',
      rejected: 'Sua notificação foi recusada.',
      asked: 'O operador precisa de mais informações. Enquanto isso, a notificação fica aberta.',
      answered: 'Você respondeu ao operador.',
      reopened: 'A decisão foi revertida, e a notificação está sendo analisada de novo.',
      counter_notice: 'Uma contranotificação foi recebida.',
      restored: 'Publicações foram restabelecidas depois de uma contranotificação.',
      counter_closed:
        'Uma contranotificação foi encerrada. As publicações citadas continuam bloqueadas.',
    },
    mail: {
      subjects: {
        submitted: '{report}: notificação recebida ({posts})',
        approved: '{report}: notificação aceita ({posts})',
        rejected: '{report}: notificação recusada ({posts})',
        asked: '{report}: precisamos de mais informações ({posts})',
        answered: '{report}: resposta acrescentada ({posts})',
        reopened: '{report}: em análise de novo ({posts})',
        counter_notice: '{report}: contranotificação recebida ({posts})',
        restored: '{report}: publicações restabelecidas ({posts})',
        counter_closed: '{report}: contranotificação encerrada ({posts})',
      },
      title: 'Notificação de direitos autorais {report}',
      button: 'Ver o status ou responder',
      footer:
        'Quem tem este link pode ver a notificação. Se você não enviou nenhuma, outra pessoa digitou seu endereço. Avise-nos, por favor.',
    },
    counter: {
      title: 'Enviar uma contranotificação',
      lead: '{site} recebeu uma notificação de direitos autorais sobre as publicações abaixo e, por isso, elas estão bloqueadas aqui. Se uma delas é sua e foi bloqueada por engano, você pode contestar com este formulário. A pessoa que enviou a notificação pode ler sua contranotificação, com seu nome e endereço, na página privada da notificação dela. Se este site envia e-mails, ela também a recebe por e-mail.',
      report: 'Notificação',
      blockedOn: 'Data do bloqueio',
      posts: 'Publicações bloqueadas por engano',
      remarksHint:
        'Por exemplo, por que foi um engano. A pessoa que enviou a notificação pode ler tudo o que você escrever.',
      submit: 'Enviar a contranotificação',
      sentTitle: 'Recebemos sua contranotificação',
      sent: 'Guarde o link desta página: é por ela que você acompanha o andamento.',
      sentMail: 'Também vamos enviar uma confirmação por e-mail.',
      received: 'Contranotificações recebidas',
      waiting: 'Repassada à pessoa que enviou a notificação',
      notReached: 'Ainda não conseguimos contatar a pessoa que enviou a notificação',
      notReachedHint:
        'Sua contranotificação está na página privada da notificação dela. Os dias contam a partir de quando a recebemos, mesmo que ela ainda não a tenha aberto.',
      restored: 'As publicações foram restabelecidas',
      closed: 'Encerrada',
      window:
        'As publicações serão restabelecidas entre {from} e {until}, a menos que, antes disso, essa pessoa nos informe que pediu uma ordem judicial.',
      nothingBlocked:
        'Esta notificação não bloqueia nenhuma publicação no momento, então não há nada a contestar.',
      news: {
        received:
          'Recebemos sua contranotificação. A página deste link diz se conseguimos contatar a pessoa que enviou a notificação e o que acontece depois.',
        restored:
          'Sua contranotificação foi aceita: as publicações citadas não estão mais bloqueadas por esta notificação.',
        closed:
          'Sua contranotificação foi encerrada, e as publicações citadas continuam bloqueadas. Em geral, isso significa que a pessoa que enviou a notificação pediu uma ordem judicial.',
      },
      mail: {
        subjects: {
          received: '{report}: contranotificação recebida ({posts})',
          restored: '{report}: suas publicações foram restabelecidas ({posts})',
          closed: '{report}: contranotificação encerrada ({posts})',
        },
        title: 'Contranotificação sobre {report}',
        button: 'Acompanhar o andamento',
        footer:
          'Se você não enviou uma contranotificação, outra pessoa digitou seu endereço. Avise-nos, por favor.',
      },
    },
  },
  blog: {
    title: 'Blog: guias, tutoriais, tendências e dicas',
    description:
      'Como salvar, guardar, editar e dar crédito a vídeos curtos: guias e tutoriais, tendências explicadas e dicas que cabem em um minuto.',
    heading: 'Blog',
    lead: 'Salvar vídeos é a parte fácil. Aqui está o resto: guardar, cortar e usar respeitando os criadores.',
    onlyEnglish: 'Os artigos estão em inglês.',
    filter: 'Categorias',
    category: 'Categoria',
    categories: {
      All: 'Tudo',
      Guide: 'Guia',
      Tutorial: 'Tutorial',
      Trends: 'Tendências',
      Tips: 'Dicas',
    },
    featured: 'Destaque',
    empty: 'Ainda não há artigos aqui.',
    readingTime: {
      one: '{n} min de leitura',
      many: '{n} min de leitura',
      other: '{n} min de leitura',
    },
    views: {
      one: '{n} visualização',
      many: '{n} de visualizações',
      other: '{n} visualizações',
    },
    related: 'Leia a seguir',
    breadcrumb: 'Trilha de navegação',
    home: 'Início',
  },
  maintenance: {
    title: 'Voltamos já',
    text: 'O site está em manutenção. Volte daqui a alguns minutos.',
  },
  refusals: {
    slow: {
      title: 'O envio demorou demais',
      text: 'Sua conexão está muito lenta agora. O formulário não chegou e nada foi salvo. Volte: o que você digitou ainda deve estar lá. Depois, tente de novo.',
    },
    large: {
      title: 'É demais para um só envio',
      text: 'O formulário tem mais texto, ou um arquivo maior, do que podemos receber, então nada foi salvo. Volte: o que você digitou ainda deve estar lá. Depois, envie menos de cada vez.',
    },
    unreadable: {
      title: 'Não conseguimos ler o formulário',
      text: 'Ele não chegou como as nossas páginas o enviam, então nada foi salvo. Volte, recarregue a página e tente de novo.',
    },
    often: {
      title: 'Espere um minuto',
      text: 'A sua rede enviou formulários demais que não conseguimos ler, então nada foi salvo. Volte: o que você digitou ainda deve estar lá. Tente de novo em um minuto.',
    },
    busy: {
      title: 'Um momento, por favor',
      text: 'Muitas solicitações estão chegando da sua rede agora. Espere alguns segundos e recarregue esta página.',
    },
  },
  offline: {
    title: 'Você está sem conexão',
    text: 'Esta página vai carregar sozinha assim que você voltar a ter conexão. Os vídeos que você já baixou continuam no seu dispositivo.',
    again: 'Tentar novamente',
  },
  shortcuts: {
    paste: 'Colar um link',
    several: 'Vários links',
  },
  share: {
    title: 'Baixar esta publicação?',
    text: 'Um app compartilhou este link com o {site}.',
    lookUp: 'Buscar',
    noneTitle: 'Nenhum link de publicação encontrado',
    another: 'Colar outro link',
  },
  helpSearch: {
    label: 'Buscar na ajuda',
    submit: 'Buscar',
    found: { one: '{n} resposta', many: '{n} de respostas', other: '{n} respostas' },
    none: 'Nada encontrado. Tente com menos palavras ou com outras.',
    all: 'Ver toda a ajuda',
  },
  asked: {
    platform:
      'Para carregar uma publicação, este servidor abre a página pública da publicação no TikTok. O TikTok vê uma solicitação deste servidor, sem o seu endereço IP, os seus cookies nem dados do seu navegador.',
    ytdlp:
      'Ele também pode usar o yt-dlp, um programa que roda neste servidor e acessa o TikTok daqui.',
    service:
      'Este servidor pode pedir os detalhes da publicação a um serviço de extração em {hosts}. Esse serviço é de um terceiro. Ele recebe o link e o endereço deste servidor, mas não o seu endereço IP, os seus cookies nem dados do seu navegador.',
    others:
      'Com links de {platforms}, este servidor consulta diretamente esse site, sem o seu endereço IP, os seus cookies nem dados do seu navegador.',
    bluesky:
      'Um vídeo do Bluesky pode estar em outro servidor, aquele que a conta do criador usa. Nesse caso, este servidor consulta o diretório de contas do Bluesky para saber onde ele está e obtém o vídeo lá.',
    noThirdParty: 'Ninguém mais recebe os links que você cola.',
    proxy: 'Essas solicitações passam por um servidor proxy escolhido pelo operador.',
    demo: 'Este site está em modo de demonstração: cada link mostra um vídeo de exemplo que faz parte do programa, e ninguém recebe o link.',
    nothing: 'Os downloads não estão configurados neste site, então ninguém recebe seus links.',
  },
  status: {
    title: 'Status do serviço',
    description:
      'Veja se este site consegue carregar publicações de cada site compatível agora e como isso funcionou nas últimas 24 horas e nos últimos 30 dias.',
    heading: 'Status do serviço',
    lead: 'Aqui você vê se este site encontra agora as publicações de cada plataforma.',
    site: 'Este site funciona. Se uma plataforma abaixo falhar, a causa costuma ser a própria plataforma: tente mais tarde.',
    demo: 'Este site está em modo de demonstração: os links retornam um vídeo de exemplo.',
    unreachable:
      'Este servidor não consegue acessar o TikTok no momento. Por isso, links do TikTok retornam um vídeo de exemplo.',
    working: 'Funciona',
    slow: 'Lento',
    failing: 'Com falha',
    failingSince: 'Com falha desde {time}',
    untried: 'Ainda não testado',
    day: 'Últimas 24 horas',
    month: 'Últimos 30 dias',
    success: '{percent} das consultas funcionaram',
    noLookups: 'Sem consultas',
    median: 'Duração típica de uma consulta: {time}',
    checked: 'Última verificação: {time}',
    bars: 'Cada barra é uma hora ou um dia, e sua altura é a parte das consultas que funcionou. Publicações que não existem ou não são públicas não contam. Se este site consulta várias fontes para o TikTok, a parte do TikTok é uma estimativa. Horários em UTC.',
    feed: 'Feed de falhas',
    feedTitle: '{site}: falhas',
    outage: '{platform}: as consultas falham',
    recovered: '{platform}: as consultas voltaram a funcionar',
  },
  reference: {
    title: 'Referência da API',
    description:
      'Como outros programas consultam links e salvam arquivos neste site: endereços, parâmetros, tokens, limites, erros e exemplos.',
    onlyEnglish: 'A referência está em inglês.',
  },
  supported: {
    title: 'Sites compatíveis',
    description:
      'De quais sites você pode salvar aqui publicações públicas, o que pode salvar de cada um e se está funcionando agora.',
    heading: 'Sites compatíveis',
    lead: 'Copie o link de uma publicação pública de um site ativado aqui e cole na página inicial.',
    off: 'Desativado neste site',
    working: 'Funciona',
    trouble: 'Com problemas',
    untried: 'Ainda não testado',
    public:
      'Só dá para salvar publicações que qualquer pessoa vê sem entrar em uma conta. Publicações privadas, stories para seguidores e conteúdo pago não.',
    checked: 'O estado vem das consultas e dos testes recentes deste servidor.',
    start: 'Colar um link',
    platforms: {
      tiktok: 'Vídeos, seu som e suas legendas, publicações de fotos',
      x: 'Vídeos, GIFs e imagens, inclusive vários na mesma publicação',
      bluesky: 'Vídeos e suas legendas, GIFs e imagens',
      pinterest: 'Vídeos e imagens de pins, também de pins de ideias',
      instagram: 'Reels, vídeos e imagens, inclusive vários na mesma publicação',
      facebook: 'Vídeos e reels',
      snapchat: 'Vídeos do Spotlight',
      reddit: 'Vídeos e imagens',
      streamable: 'Vídeos públicos',
    },
  },
  batch: {
    title: 'Baixar vários vídeos do TikTok',
    description:
      'Cole os links de várias publicações do TikTok, carregue todas juntas e salve cada arquivo, ou tudo em um só ZIP. Grátis e sem cadastro.',
    heading: 'Baixar vários vídeos',
    lead: 'Cole seus links, e nós cuidamos do resto. Salve cada arquivo separadamente, ou tudo em um só ZIP.',
    label: 'Links das publicações',
    hint: {
      one: 'Até {n} link. Você também pode colar uma mensagem inteira com um link.',
      many: 'Até {n} de links, um por linha. Você também pode colar mensagens inteiras.',
      other: 'Até {n} links, um por linha. Você também pode colar mensagens inteiras com links.',
    },
    submit: 'Carregar todos',
    tooMany: 'Você colou {links} links, e o limite é {max}. Remova alguns e tente novamente.',
    full: 'O site está com muita demanda no momento. Tente novamente em alguns minutos.',
    yours: 'Seus vídeos',
    progress: '{ready} de {all} prontos',
    over: {
      one: '{ready} de {all} prontos, {n} não pôde ser carregado',
      many: '{ready} de {all} prontos, {n} não puderam ser carregados',
      other: '{ready} de {all} prontos, {n} não puderam ser carregados',
    },
    waiting: 'Aguardando',
    looking: 'Carregando…',
    retry: 'Tentar novamente',
    retryAll: 'Tentar os {n} novamente',
    retryThis: 'Tentar {link} novamente',
    refresh: 'Atualizar',
    refreshes: 'Esta página se atualiza automaticamente.',
    format: 'Salvar como',
    hd: 'HD, se disponível',
    show: 'Mostrar',
    asAbove: 'Como acima',
    formatOf: 'Formato de {title}',
    saveThis: 'Salvar {title}',
    zip: 'Salvar {n} em ZIP',
    clips: { one: '{n} vídeo', many: '{n} de vídeos', other: '{n} vídeos' },
    back: 'Voltar aos seus vídeos',
    zipHint: 'Até 2 GB. Cada publicação de fotos ganha a própria pasta.',
    kept: 'Os resultados ficam guardados por uma hora. Quem tiver o link desta página pode vê-los.',
    more: 'Carregar mais links',
    goneTitle: 'Estes resultados expiraram',
    gone: 'Os resultados ficam guardados por uma hora. Cole seus links de novo para obter outros.',
    notSaved: 'Estas publicações não estão no ZIP:',
    filesNotSaved: 'Estes arquivos não estão no ZIP:',
    notLookedUp: 'Ela ainda não tinha sido carregada.',
    zipFull: 'O ZIP chegou a 2 GB. Salve esta publicação separadamente.',
  },
}
