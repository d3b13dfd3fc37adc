import type { Catalogue } from './catalogue.ts'

/** Spanish. Visitors are addressed as tú. */
export const es: Catalogue = {
  header: {
    skip: 'Ir al contenido',
    nav: 'Páginas',
    menu: 'Menú',
    blog: 'Blog',
    help: 'Ayuda',
    contact: 'Contacto',
    terms: 'Condiciones',
    privacy: 'Privacidad',
    dmca: 'DMCA',
  },
  footer: {
    claim: '{site} es el descargador de vídeos de TikTok más rápido y fiable.',
    download: 'Descargar vídeos',
    nav: 'Más páginas',
    start: 'Descargador',
    howItWorks: 'Cómo funciona',
    features: 'Qué ofrece',
    faq: 'Preguntas',
    pc: 'Descargador de TikTok para PC',
    extension: 'Alternativa a la extensión de Chrome',
    mp4: 'De TikTok a MP4',
    read: 'Para leer',
    blog: 'Blog',
    help: 'Ayuda',
    statistics: 'Estadísticas',
    resources: 'Recursos',
    site: 'Este sitio',
    contact: 'Contacto',
    pressKit: 'Kit de prensa',
    backlinkBuilder: 'Plantillas de backlinks',
    legal: 'Aspectos legales',
    terms: 'Condiciones',
    privacy: 'Privacidad',
    dmca: 'DMCA',
    languages: 'Idioma',
    independent: 'Independiente de TikTok y ByteDance.',
  },
  home: {
    title: 'Descargar vídeos de TikTok sin marca de agua, HD y MP3',
    description:
      'Pega un enlace de TikTok y guarda el vídeo sin marca de agua: MP4 de hasta 1080p, el sonido en MP3 o cada imagen de una presentación. Gratis, sin registro.',
    headline: ['El clip se queda.', 'El logo se va.'],
    lead: 'Guarda vídeos de TikTok sin marca de agua, en HD de hasta 1080p, o solo su sonido en MP3. Gratis, sin límite y sin registro.',
    steps: {
      eyebrow: 'Cómo funciona',
      heading: 'Tres gestos y ya lo tienes',
      copyTitle: 'Copia el enlace',
      copy: 'En la app de TikTok, toca Compartir y luego Copiar enlace. En un navegador, copia lo que pone en la barra de direcciones.',
      pasteTitle: 'Pégalo aquí',
      paste:
        'Ponlo en el campo de arriba y pulsa Descargar. También sirve un mensaje entero: ya encontramos el enlace.',
      saveTitle: 'Guarda el archivo',
      save: 'Pulsa Descargar ahora y espera ocho segundos. En un iPhone o iPad, Compartir para guardar lleva el vídeo a Fotos.',
    },
    features: {
      eyebrow: 'Qué ofrece',
      heading: 'Todo lo de la publicación y nada encima',
      watermarkTitle: 'Sin marca de agua',
      watermark:
        'Recibes el archivo de antes de que le pusieran el logotipo. No se recorta, ni se difumina, ni se tapa nada.',
      hdTitle: 'HD de hasta 1080p',
      hd: 'Se ofrece siempre que la publicación tenga un archivo HD, con su tamaño a la vista antes de guardarlo.',
      mp3Title: 'El sonido en MP3',
      mp3: 'Solo el sonido, a 192 kbit/s, con el título y el autor guardados en el archivo.',
      slideshowTitle: 'Presentaciones',
      slideshow:
        'Las publicaciones de fotos, imagen por imagen o todas en un ZIP, y también su sonido.',
      registrationTitle: 'Sin registro',
      registration: 'Ni cuenta, ni correo, ni app. El enlace es lo único que pedimos.',
      freeTitle: 'Gratis y sin límite',
      free: 'Todos los clips que quieras, sin pagar. Los espacios publicitarios pagan los servidores.',
      scriptTitle: 'Funciona sin JavaScript',
      script:
        'Por debajo, cada paso es una página sencilla. Los móviles viejos y los navegadores estrictos reciben el mismo archivo.',
      cookiesTitle: 'Sin cookies de rastreo',
      cookies:
        'Las visitas se cuentan en nuestro propio servidor, sin cookies. Nada te sigue por ahí.',
      choiceTitle: 'Tú decides',
      choice:
        'Nuestro propio recuento de visitas no necesita cookies. Las herramientas de otras empresas solo se cargan si aceptas.',
    },
    faq: {
      eyebrow: 'Preguntas',
      heading: 'Lo que más nos preguntan',
      more: '¿No está tu pregunta? La página de ayuda explica cada paso y cada mensaje.',
      moreLink: 'Abrir la página de ayuda',
      items: [
        {
          question: '¿Es gratis de verdad? ¿Hay algún límite?',
          answer:
            'Es gratis, y puedes guardar todas las publicaciones que quieras. Solo si llegan muchísimas solicitudes en un minuto te toca esperar un poco, para que haya sitio para todo el mundo.',
        },
        {
          question: '¿Necesito una cuenta o una app?',
          answer:
            'No. Es una página web: funciona en el navegador de tu móvil, tableta u ordenador y solo te pide el enlace.',
        },
        {
          question: '¿Cómo guardo un vídeo en un iPhone o iPad?',
          answer:
            'Abre esta página en Safari, busca la publicación y pulsa Descargar ahora. Tras la cuenta atrás, pulsa Compartir para guardar y elige Guardar vídeo para Fotos o Guardar en Archivos para una carpeta.',
        },
        {
          question: '¿Por qué mi vídeo no está en HD?',
          answer:
            'El HD se ofrece cuando la publicación tiene un archivo HD. Algunas se subieron más pequeñas, y agrandarlas solo añadiría bytes. En ese caso, el MP4 normal es lo mejor que hay.',
        },
        {
          question: '¿Puedo guardar una presentación, o solo el sonido?',
          answer:
            'Las dos cosas. Una publicación de fotos te da todas las imágenes, una a una o en un ZIP. El MP3 te da el sonido de un vídeo o de una presentación.',
        },
        {
          question: '¿Adónde ha ido el archivo?',
          answer:
            'A la carpeta de descargas: en un ordenador, la de tu navegador; en Android, la de la app Archivos; en un iPhone, la de Archivos, o a Fotos si elegiste Guardar vídeo.',
        },
        {
          question: '¿Por qué no funciona mi enlace?',
          answer:
            'El enlace tiene que llevar a una sola publicación pública. Los perfiles, los sonidos, las etiquetas y los directos tienen muchas o ninguna; y las publicaciones privadas o borradas no las puede obtener nadie.',
        },
        {
          question: '¿Guardáis mis vídeos o sabéis qué he descargado?',
          answer:
            'No. El archivo pasa por el servidor camino de tu dispositivo y no se queda, y ninguna lista dice quién guardó qué. El autor tampoco se entera.',
        },
        {
          question: '¿Puedo usar lo que he guardado?',
          answer:
            'Tus propias publicaciones, sí. Las de otras personas son suyas: en muchos países puedes tener una copia privada, pero para volver a publicarlas necesitas el permiso de su autor.',
        },
      ],
    },
  },
  downloader: {
    label: 'Enlace de TikTok',
    placeholder: 'https://www.tiktok.com/@nombre/video/…',
    paste: 'Pegar',
    submit: 'Descargar',
    processing: 'Procesando',
    hint: 'Copia el enlace en la app de TikTok → Pégalo aquí → Descarga',
    demo: 'Modo de demostración: todos los enlaces dan el mismo clip de muestra.',
    unreachable:
      'Este servidor no puede conectarse con TikTok, así que todos los enlaces dan el clip de muestra.',
  },
  errors: {
    empty: 'Introduce un enlace de TikTok',
    invalid: 'Introduce un enlace de TikTok válido',
    failed:
      'No se han podido obtener los datos del vídeo. Comprueba el enlace e inténtalo de nuevo.',
    unexpected: 'Se ha producido un error al procesar tu solicitud. Inténtalo de nuevo.',
    clipboardDenied:
      'Acceso al portapapeles denegado. Permite el acceso al portapapeles en tu navegador o pega el enlace a mano con Ctrl+V (Cmd+V en Mac).',
    clipboardEmpty: 'El portapapeles está vacío. Copia primero un enlace de TikTok.',
    clipboardFailed:
      'No se puede acceder al portapapeles. Pega el enlace a mano con Ctrl+V (Cmd+V en Mac).',
    removed: 'Esta publicación no está disponible aquí.',
  },
  hints: {
    profile: 'Este enlace lleva a un perfil. Abre una de sus publicaciones y copia ese enlace.',
    live: 'Los directos no se pueden guardar. Las publicaciones, sí.',
    sound: 'Este enlace lleva a un sonido. Abre una publicación que lo use y copia ese enlace.',
    tag: 'Este enlace lleva a una etiqueta. Abre una de sus publicaciones y copia ese enlace.',
    collection:
      'Este enlace lleva a una colección. Abre una de sus publicaciones y copia ese enlace.',
    playlist: 'Este enlace lleva a una lista. Abre una de sus publicaciones y copia ese enlace.',
    login:
      'Este enlace lleva a una página de inicio de sesión. En la app, usa Compartir → Copiar enlace.',
    badId:
      'Parece que el enlace está cortado. Cópialo otra vez en la app: Compartir → Copiar enlace.',
    unknownPath:
      'Este enlace no lleva a una publicación. En la app, usa Compartir → Copiar enlace.',
    notFound: 'Puede que sea privada, que se haya borrado o que no se vea en todos los países.',
    gone: 'Esta publicación se eliminó o no existe.',
    private: 'Esta publicación es privada.',
    age: 'Esta publicación tiene restricción de edad y solo se puede ver con una sesión iniciada en la aplicación.',
    region: 'Esta publicación no está disponible en el país de este servidor.',
    restricted: 'Esta publicación está en revisión o la plataforma la restringió.',
    unsupported: 'Este tipo de publicación no se puede descargar. Los videos y las fotos sí.',
    dailyLimit: 'Se ha agotado el límite de hoy. Vuelve mañana.',
    busy: {
      one: 'Ahora mismo hay mucha gente. Inténtalo de nuevo en {n} segundo.',
      many: 'Ahora mismo hay mucha gente. Inténtalo de nuevo en {n} de segundos.',
      other: 'Ahora mismo hay mucha gente. Inténtalo de nuevo en {n} segundos.',
    },
    refusedHere:
      'TikTok rechaza las solicitudes de este servidor en este momento. Inténtalo de nuevo más tarde.',
    pageChanged:
      'TikTok cambió su página y este sitio no puede leerla por ahora. Inténtalo de nuevo más tarde.',
    unavailable:
      'El servicio de vídeo no responde en este momento. Inténtalo de nuevo dentro de unos minutos.',
    tooMany: {
      one: 'Han llegado muchas solicitudes desde tu red. Inténtalo de nuevo en {n} segundo.',
      many: 'Han llegado muchas solicitudes desde tu red. Inténtalo de nuevo en {n} de segundos.',
      other: 'Han llegado muchas solicitudes desde tu red. Inténtalo de nuevo en {n} segundos.',
    },
    removed: 'Se ha retirado de este sitio tras un aviso o por decisión de quien lo gestiona.',
  },
  result: {
    by: 'de {author}',
    untitled: 'Publicación sin título',
    coverAlt: 'Portada de la publicación',
    downloadNow: 'Descargar ahora',
    otherFormats: 'Otros formatos',
    hd: 'Vídeo HD',
    mp3: 'Sonido MP3',
    mp4: 'Vídeo MP4',
    zip: 'Todas las imágenes en ZIP',
    images: 'Imágenes',
    image: 'Imagen {number}',
    saveImage: 'Guardar la imagen {number}',
  },
  prepare: {
    title: 'Preparando tu descarga…',
    countdown: {
      one: 'Tu descarga estará lista en {n} segundo',
      many: 'Tu descarga estará lista en {n} de segundos',
      other: 'Tu descarga estará lista en {n} segundos',
    },
    ready: 'Tu descarga está lista',
    close: 'Cerrar',
    downloadNow: 'Descargar ahora',
    iosHeading: 'Guárdalo en tu iPhone o iPad',
    iosShare: 'Pulsa Compartir para guardar y elige Guardar vídeo.',
    iosSafari:
      'Pulsa Abrir en Safari, toca allí el botón de compartir y elige Guardar en Archivos.',
    iosFiles:
      'Copia el enlace al archivo y pégalo en una app de gestión de archivos que descargue enlaces.',
    shareToSave: 'Compartir para guardar',
    openInSafari: 'Abrir en Safari',
    copyLink: 'Enlace al archivo',
    back: 'Volver a la página de inicio',
    ad: 'Publicidad',
  },
  saveProblem: {
    expiredTitle: 'Este enlace de descarga ha caducado',
    expired:
      'Los enlaces de descarga valen diez minutos. Busca la publicación otra vez y tendrás uno nuevo.',
    invalidTitle: 'Este enlace de descarga no es válido',
    invalid: 'Puede que se cortara al copiarlo. Empieza de nuevo con el enlace de la publicación.',
    removedTitle: 'Esta publicación no está disponible aquí',
    noSuchFileTitle: 'Esta publicación no tiene ese archivo',
    noSuchFile: 'Puede que haya cambiado desde que se buscó.',
    noSoundTitle: 'Esta publicación no tiene sonido',
    noSound: 'No hay nada con que hacer un MP3. El vídeo sí se puede guardar.',
    busyTitle: 'Demasiadas descargas a la vez',
    busy: {
      one: 'Ahora mismo todos los sitios están ocupados. Inténtalo de nuevo en {n} segundo.',
      many: 'Ahora mismo todos los sitios están ocupados. Inténtalo de nuevo en {n} de segundos.',
      other: 'Ahora mismo todos los sitios están ocupados. Inténtalo de nuevo en {n} segundos.',
    },
    unavailableTitle: 'El archivo no está disponible en este momento',
    unavailable: 'El lugar donde está el archivo no ha respondido como debía. Inténtalo de nuevo.',
    tooLargeTitle: 'Este archivo es demasiado grande',
    tooLarge: 'Es más grande o más largo de lo que entrega este sitio.',
    lookUpAgain: 'Buscarla otra vez',
  },
  copy: {
    copied: '¡Copiado!',
    failed: 'No ha funcionado. El texto está marcado: pulsa Ctrl+C (Cmd+C en Mac) para copiarlo.',
  },
  notFound: {
    title: 'Página no encontrada',
    text: 'La página que buscas no existe o se ha movido.',
    back: 'Volver al inicio',
  },
  maintenance: {
    title: 'Volvemos enseguida',
    text: 'Estamos trabajando en el sitio. Vuelve dentro de unos minutos.',
  },
  crash: {
    title: 'Algo ha salido mal',
    text: 'No se ha podido crear la página. Inténtalo de nuevo dentro de un momento.',
    damagedTitle: 'Estamos reparando el sitio',
    damagedText:
      'Parte de los datos guardados está dañada. Hasta que se arregle, no se puede buscar ni enviar nada. Vuelve a intentarlo más tarde.',
    waitTitle: 'Ahora mismo no se puede guardar nada',
    waitText: 'No se ha cambiado nada. Inténtalo de nuevo dentro de un minuto.',
    refusedTitle: 'Se ha rechazado esta solicitud',
    refusedText:
      'Venía de otro sitio o el formulario no llegó completo. No se ha cambiado nada. Abre de nuevo la página y envíalo desde allí.',
    otherAddress:
      'Este sitio se abrió en {here}, pero se conoce como {own} y solo acepta formularios desde allí. Ábrelo allí; quien lo administra puede poner en APP_URL la dirección que se usa.',
    reference: 'Referencia: {id}',
  },
  pages: {
    problemTitle: 'Esta página no se puede mostrar',
    problem: 'No se ha podido cargar el contenido de la página. Inténtalo de nuevo más tarde.',
    onlyEnglish: 'Esta página aún no está traducida, así que la estás leyendo en inglés.',
    contents: 'En esta página',
    downloader: 'Descargador',
    bookmarklet: {
      title: 'El marcador inteligente',
      link: 'Guardar con {site}',
      drag: 'Arrastra este botón a tu barra de marcadores. En esta página no hace nada; púlsalo en la página de una publicación.',
      code: 'Lo mismo en código, para copiarlo a mano en un marcador',
    },
    contact: {
      label: 'Escribe a',
    },
    asked: {
      platform:
        'Para buscar un enlace, este servidor abre la página pública de la publicación en TikTok. TikTok ve una solicitud de este servidor, sin tu dirección IP, tus cookies ni datos de tu navegador.',
      ytdlp:
        'También puede usar yt-dlp, un programa que funciona en este servidor y consulta a TikTok desde aquí.',
      service:
        'Este servidor puede pedir los detalles de la publicación a un servicio de extracción en {hosts}. Ese servicio es de un tercero. Recibe el enlace y la dirección de este servidor, pero no tu dirección IP, tus cookies ni datos de tu navegador.',
      noThirdParty: 'Aparte de TikTok, ningún tercero recibe los enlaces que buscas.',
      proxy: 'Las solicitudes a TikTok pasan por un servidor proxy que eligió el operador.',
      demo: 'Este sitio está en modo de demostración: cada enlace da un clip de muestra incluido en el programa y no se consulta a nadie.',
      nothing:
        'En este momento no hay nada configurado para buscar enlaces, así que nadie los recibe.',
    },
  },
  consent: {
    label: 'Herramientas de otras empresas',
    question:
      '¿Podemos medir el uso de este sitio con herramientas de otras empresas? Instalan cookies y solo se cargan si aceptas.',
    more: 'Qué se guarda',
    accept: 'Aceptar',
    decline: 'Rechazar',
    footer: 'Tu decisión sobre las cookies',
    title: 'Tu decisión sobre las cookies',
    lead: 'Quien gestiona este sitio quiere usar estas herramientas de otras empresas. Instalan cookies y saben qué páginas abres. Aquí todo funciona sin ellas.',
    accepted: 'Has aceptado: las herramientas se cargan.',
    declined: 'Has rechazado: no se carga nada de otras empresas.',
    undecided: 'Aún no has decidido: no se carga nada de otras empresas.',
    signal:
      'Tu navegador envía la señal Global Privacy Control. Aquí cuenta como un no: no se carga nada de otras empresas.',
    none: 'Aquí no hay ninguna activada.',
    inUse: 'Activadas aquí, para quienes aceptan:',
    change: 'Cambiar tu decisión',
    tools: {
      analytics: 'Google Analytics, el recuento de visitas de un buscador',
      heatmap: 'Microsoft Clarity, un mapa de dónde se pulsa y se desplaza',
      pixel: 'Píxel de Meta, la medición de visitas de una red social',
    },
  },
  seo: {
    feedTitle: 'Blog de {site}',
    cardAlt: '{site}: guarda vídeos cortos sin marca de agua',
  },
  languages: {
    label: 'Idioma',
    suggestion: 'Esta página también está disponible en {language}.',
    open: 'Verla en {language}',
    dismiss: 'Quitar esta línea',
  },
}
