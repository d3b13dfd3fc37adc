import type { DocumentTexts } from '../catalogue.ts'

/**
 * Spanish texts of pages that never run in the browser.
 * A long file, since a language is read and translated as a whole.
 */
export const esDocuments: DocumentTexts = {
  homeSections: {
    steps: {
      eyebrow: 'Cómo funciona',
      heading: 'Tres pasos y ya es tuyo',
      copyTitle: 'Copia el enlace',
      copy: 'En la app de TikTok, toca «Compartir» y luego «Copiar enlace». En un navegador, copia la URL de la barra de direcciones.',
      pasteTitle: 'Pégalo aquí',
      paste:
        'Pégalo en el campo de arriba y presiona «Descargar». ¿Pegaste un mensaje entero? Nosotros encontramos el enlace.',
      saveTitle: 'Guarda el archivo',
      save: 'Elige un formato, presiona «Descargar ahora» y guarda el archivo cuando esté listo. En un iPhone o iPad, «Compartir para guardar» pone el video en Fotos.',
    },
    features: {
      eyebrow: 'Funciones',
      heading: 'La publicación completa, sin nada de más',
      watermarkTitle: 'Sin marca de agua',
      watermark:
        'Recibes el archivo que TikTok muestra en su feed, sin el logo que agrega al descargarlo. Nada se recorta, se difumina ni se tapa.',
      hdTitle: 'HD de hasta 1080p',
      hd: 'Si hay una versión HD, la verás, con su tamaño, antes de guardar.',
      mp3Title: 'El sonido en MP3',
      mp3: 'Solo el sonido, con la calidad que elijas: de 128 a 320 kbps.',
      slideshowTitle: 'Publicaciones de fotos',
      slideshow: 'Guarda las imágenes una por una o todas en un ZIP, y el sonido en MP3.',
      registrationTitle: 'Sin registro',
      registration: 'Ni cuenta, ni correo, ni app. El enlace es lo único que pedimos.',
      freeTitle: 'Gratis y sin límite',
      free: 'Todos los videos que quieras, sin pagar nada.',
      scriptTitle: 'Funciona sin JavaScript',
      script:
        'Cada paso funciona también como una página web sencilla, así que los teléfonos antiguos y los navegadores sin JavaScript reciben el mismo archivo.',
      cookiesTitle: 'Sin cookies de rastreo',
      cookies:
        'Contamos las visitas en nuestro propio servidor, sin cookies. Nada te sigue por la web.',
      choiceTitle: 'Tú decides',
      choice:
        'Contamos las visitas sin cookies. Las herramientas de terceros solo se cargan si aceptas.',
    },
    faq: {
      eyebrow: 'Preguntas',
      heading: 'Preguntas frecuentes',
      more: '¿No encontraste tu respuesta? La página de ayuda explica cada paso y cada mensaje.',
      moreLink: 'Abrir la página de ayuda',
      others: {
        question: '¿Funciona con otros sitios?',
        answer:
          'Sí. Con las publicaciones de {platforms} es igual: pega el enlace y elige un archivo. Tienen que ser públicas.',
      },
      items: [
        {
          question: '¿Es gratis de verdad? ¿Hay algún límite?',
          answer:
            'Es gratis, y puedes guardar todas las publicaciones que quieras. Si envías muchas solicitudes en un minuto, te pediremos que esperes un momento, para que todos tengan su turno.',
        },
        {
          question: '¿Necesito una cuenta o una app?',
          answer:
            'No. Es una página web que funciona en el navegador de tu teléfono, tableta o PC. Solo necesitas el enlace.',
        },
        {
          question: '¿Cómo guardo un video en un iPhone o iPad?',
          answer:
            'Abre esta página en Safari, pega el enlace y toca «Descargar» y luego «Descargar ahora». Cuando termine la cuenta regresiva, toca «Compartir para guardar» y elige «Guardar video» para ponerlo en Fotos, o «Guardar en Archivos» para elegir una carpeta.',
        },
        {
          question: '¿Por qué mi video no está en HD?',
          answer:
            'Ofrecemos HD siempre que la publicación tiene un archivo HD. Algunos videos se subieron con menor resolución, y agrandarlos no los haría más nítidos. En ese caso, el MP4 es la mejor versión que hay.',
        },
        {
          question: '¿Puedo guardar publicaciones de fotos o solo el sonido?',
          answer:
            'Las dos cosas. Guarda las imágenes de una publicación de fotos una por una o todas en un ZIP. Elige MP3 para guardar solo el sonido de un video o de una publicación de fotos.',
        },
        {
          question: '¿Dónde quedó el archivo?',
          answer:
            'En una PC o Mac, en la carpeta de descargas de tu navegador. En Android o iPhone, abre la app Archivos y mira en Descargas. Si elegiste «Guardar video» en un iPhone, está en Fotos.',
        },
        {
          question: '¿Por qué no funciona mi enlace?',
          answer:
            'El enlace tiene que llevar a una sola publicación pública. Los enlaces a perfiles, sonidos, hashtags y transmisiones en vivo no funcionan, y las publicaciones privadas o eliminadas no se pueden descargar.',
        },
        {
          question: '¿Guardan mis videos o saben qué descargué?',
          answer:
            'No. El archivo pasa por nuestro servidor camino a tu dispositivo y no se conserva. Contamos las descargas sin tu nombre ni tu dirección IP, y el creador no recibe ningún aviso.',
        },
        {
          question: '¿Puedo volver a publicar lo que guardé?',
          answer:
            'Tus propias publicaciones, sí. Las de otras personas son suyas. En muchos países puedes tener una copia privada, pero necesitas el permiso del creador para volver a publicarlas.',
        },
      ],
    },
  },
  consentPage: {
    title: 'Opciones de cookies',
    lead: 'El operador de este sitio quiere usar estas herramientas de terceros. Instalan cookies y ven qué páginas abres. Aquí todo funciona también sin ellas.',
    accepted: 'Aceptaste, así que las herramientas se cargan.',
    declined: 'No aceptaste, así que no se carga ninguna herramienta de terceros.',
    undecided: 'Aún no has elegido, así que no se carga ninguna herramienta de terceros.',
    lost: 'Tu navegador no guardó la cookie con tu elección, así que no se carga ninguna herramienta de terceros. Permite las cookies de este sitio y elige de nuevo.',
    refused: 'Tu elección no llegó, así que nada ha cambiado. Elige de nuevo.',
    signal:
      'Tu navegador envía la señal Global Privacy Control. La tomamos como un no, así que no se carga ninguna herramienta de terceros.',
    none: 'Aquí no hay ninguna activada.',
    inUse: 'Activadas aquí, para quienes aceptan:',
    change: 'Cambiar tu decisión',
    tools: {
      analytics: 'Google Analytics, que cuenta las visitas',
      heatmap: 'Microsoft Clarity, que muestra dónde la gente toca y se desplaza',
      pixel: 'Píxel de Meta, que mide las visitas para Facebook e Instagram',
    },
  },
  seo: {
    feedTitle: 'Blog de {site}',
    cardAlt: '{site}: guarda videos cortos sin marca de agua',
  },
  resources: {
    eyebrow: 'Recursos',
    title: 'Herramientas para video corto: un directorio seleccionado',
    description:
      'Editores, reproductores, conversores, subtítulos y archivado para video corto, descritos y valorados con franqueza. Casi todo es gratis.',
    heading: 'Herramientas que vale la pena conocer',
    lead: 'Herramientas para cortar, convertir, subtitular y archivar los videos que guardaste, y para saber qué puedes hacer con ellos.',
    filter: 'Filtrar por categoría',
    all: 'Todo',
    categories: {
      videoEditing: 'Edición de video',
      players: 'Reproductores',
      converters: 'Conversión',
      audio: 'Audio',
      captions: 'Subtítulos',
      archiving: 'Archivado',
      images: 'Imágenes',
      stock: 'Música, sonidos y tipografías',
      rights: 'Derechos',
      publishing: 'Publicación',
    },
    count: { one: '{n} entrada.', many: '{n} de entradas.', other: '{n} entradas.' },
    ownOpinion:
      'La selección y las estrellas son la opinión de los creadores de Cleanclip, no un promedio de votos. Nadie paga por aparecer y ningún enlace genera dinero.',
    rated: 'Valoración: {count} de 5',
    free: 'Gratis',
    featured: 'Destacado',
    onlyEnglish: 'Las descripciones están en inglés.',
  },
  statistics: {
    eyebrow: 'Estadísticas',
    title: 'El video corto en cifras: público, tamaños, formatos',
    description:
      'Cuánta gente lo ve, cuánto puede durar un video, cuánto pesa un minuto de video y cuánto ahorra HEVC: gráficos con la fuente de cada cifra.',
    heading: 'El video corto en cifras',
    lead: 'Cada cifra tiene una fuente con nombre y fecha, o se calcula con una fórmula que ves al lado. Ninguna es inventada.',
    own: 'En este sitio',
    totals: {
      posts: 'Publicaciones registradas',
      lookups: 'Búsquedas exitosas',
      downloads: 'Descargas completadas',
    },
    ownNote:
      'Sin bots, actualizado cada cinco minutos. Las publicaciones que ya nadie consulta no se cuentan. Las consultas y descargas abarcan los últimos 25 meses.',
    onlyEnglish: 'Las cifras y sus explicaciones están en inglés.',
  },
  outreach: {
    eyebrow: 'Plantillas de backlinks',
    title: 'Plantillas de correo para conseguir backlinks',
    description:
      'Diez correos para artículos invitados, páginas de recursos, enlaces rotos, reseñas y más, listos para completar y copiar, con estrategias que no molestan.',
    heading: 'Pide un enlace sin caer mal',
    lead: 'Correos que la gente responde: breves, concretos y con algo útil para quien los lee. Pon los datos de tu sitio, copia y adapta las partes [entre corchetes] a la persona a la que escribes.',
    yours: 'Tu sitio',
    yoursNote:
      'Lo agregamos a todas las plantillas de abajo. Queda en la URL de esta página y en ningún otro lugar.',
    siteName: 'Nombre de tu sitio',
    siteAddress: 'Dirección de tu sitio',
    yourName: 'Tu nombre',
    fill: 'Completar las plantillas',
    templates: 'Plantillas',
    jump: 'Ir a una plantilla',
    categories: {
      'guest-post': 'Artículo invitado',
      'resource-page': 'Página de recursos',
      'broken-link': 'Enlace roto',
      'product-review': 'Reseña de producto',
      'statistics-mention': 'Mención de cifras',
      interview: 'Entrevista',
      testimonial: 'Testimonio',
      podcast: 'Pódcast',
      'unlinked-mention': 'Mención sin enlace',
      'follow-up': 'Seguimiento',
    },
    subject: 'Asunto:',
    body: 'Texto del correo',
    copyEmail: 'Copiar correo',
    copySubject: 'Copiar asunto',
    openInMail: 'Abrir en tu app de correo',
    strategies: 'Estrategias',
    onlyEnglish: 'Las plantillas y las estrategias están en inglés.',
    optOut: {
      title: 'No recibir más correos',
      text: 'Presiona el botón y no volveremos a escribir a tu dirección.',
      submit: 'Detener estos correos',
      doneTitle: 'No volverás a saber de nosotros',
      done: 'Tu dirección está en la lista de personas a las que no escribimos.',
      unknownTitle: 'No reconocemos este enlace',
      unknown: 'Quizá se cortó al copiarlo. Usa el enlace al final del correo o escríbenos.',
    },
  },
  press: {
    eyebrow: 'Kit de prensa',
    title: 'Kit de prensa: logotipo, capturas y datos',
    description:
      'Logotipo en SVG y PNG, icono, imagen para redes, capturas, colores, una ficha de datos y textos listos sobre el sitio, de uso libre en tus notas.',
    heading: 'Para quien escribe sobre nosotros',
    lead: 'Logotipos, capturas, colores y datos. Úsalos sin preguntar en artículos, videos y charlas sobre el sitio.',
    assets: 'Descargas',
    types: {
      logo: 'Logotipo',
      icon: 'Icono',
      socialCard: 'Imagen para redes',
      screenshot: 'Captura de pantalla',
      factSheet: 'Ficha de datos',
    },
    download: 'Descargar',
    downloadOf: 'Descargar {name}',
    preview: 'Vista previa de {name}',
    colors: 'Colores',
    colorsNote:
      'Ink y Paper son para el texto, Coral para botones y enlaces, y Mint es el color de acento.',
    copyColor: 'Copiar {name}',
    texts: 'Textos listos para usar',
    short: 'En una frase',
    long: 'En un párrafo',
    copyText: 'Copiar texto',
    rules: 'Por favor',
    contact:
      '¿Preguntas? En la página de contacto se explica cómo escribir a las personas que administran este sitio.',
    contactLink: 'Contacto',
    onlyEnglish: 'Los textos para la prensa están en inglés.',
  },
  contact: {
    title: 'Contacto',
    description: 'Escribe a las personas que administran este sitio.',
    form: {
      heading: 'Enviar un mensaje',
      lead: 'Llega directamente a las personas que administran este sitio.',
      privacy: 'Qué se guarda',
      optional: '(opcional)',
      name: 'Tu nombre',
      email: 'Correo electrónico',
      emailHint: 'Déjalo en blanco si no necesitas respuesta.',
      topic: '¿De qué se trata?',
      topics: {
        download: 'Problema de descarga',
        ownPost: 'Mi propia publicación',
        privacy: 'Privacidad',
        security: 'Seguridad',
        press: 'Prensa y enlaces',
        general: 'Otra cosa',
      },
      message: 'Mensaje',
      submit: 'Enviar mensaje',
      orWrite: 'O escribe a',
    },
    problems: {
      fields: 'Tu mensaje no se envió. Revisa los campos marcados.',
      required: 'Escribe un mensaje.',
      tooLong: 'Es demasiado largo. El límite es de {max} caracteres.',
      email: 'Ingresa una dirección de correo válida, como nombre@example.com.',
      tooFast: '¡Qué rapidez! Todavía no se envió nada: presiona «Enviar mensaje» otra vez.',
      stale:
        'Esta página estuvo abierta mucho tiempo. Todavía no se envió nada: presiona «Enviar mensaje» otra vez.',
      full: 'Nuestra bandeja de entrada está llena, así que tu mensaje no se envió. Inténtalo de nuevo mañana.',
      tooMany: {
        one: 'Recibimos muchos mensajes desde tu red. Inténtalo de nuevo en {n} minuto.',
        many: 'Recibimos muchos mensajes desde tu red. Inténtalo de nuevo en {n} de minutos.',
        other: 'Recibimos muchos mensajes desde tu red. Inténtalo de nuevo en {n} minutos.',
      },
    },
    sentTitle: 'Mensaje enviado',
    sent: 'Gracias por escribir. Si dejaste un correo electrónico, la respuesta llegará ahí.',
  },
  newsletter: {
    title: 'Boletín',
    description: 'Guías y novedades por correo. Confirma con un enlace y date de baja con un clic.',
    heading: 'Guías nuevas, por correo',
    lead: 'Un mensaje corto cuando hay algo nuevo que leer. Confirmas por correo y te das de baja con un clic. Nunca compartimos tu dirección.',
    label: 'Correo electrónico',
    placeholder: 'nombre@example.com',
    submit: 'Suscribirme',
    privacy: 'Qué se guarda',
    empty: 'Ingresa tu dirección de correo.',
    invalid: 'Ingresa una dirección de correo válida, como nombre@example.com.',
    tooFast: '¡Qué rapidez! Presiona «Suscribirme» otra vez.',
    stale: 'Esta página estuvo abierta mucho tiempo. Presiona «Suscribirme» otra vez.',
    tooMany: {
      one: 'Recibimos muchas suscripciones desde tu red. Inténtalo de nuevo en {n} minuto.',
      many: 'Recibimos muchas suscripciones desde tu red. Inténtalo de nuevo en {n} de minutos.',
      other: 'Recibimos muchas suscripciones desde tu red. Inténtalo de nuevo en {n} minutos.',
    },
    sentTitle: 'Un paso más: revisa tu correo',
    sent: 'Enviamos a {address} un mensaje con un enlace para confirmar, como máximo uno al día. Hasta que confirmes no recibirás el boletín. ¿No llega nada en unos minutos? Revisa la carpeta de correo no deseado.',
    feedHeading: 'Guías nuevas, en tu lector de feeds',
    feedLead:
      'Este sitio no envía boletín. Agrega su feed a tu lector y verás ahí las guías nuevas, sin dar tu correo.',
    feedLink: 'Abrir el feed',
    off: 'No se guardó nada: este sitio no puede enviar correos en este momento.',
    confirm: {
      title: 'Confirma tu suscripción',
      text: 'Presiona el botón para recibir el boletín en la dirección a la que se envió este enlace.',
      submit: 'Confirmar la suscripción',
      doneTitle: 'Suscripción confirmada',
      done: 'Tu dirección está confirmada. Cada número trae un enlace para darse de baja.',
      unknownTitle: 'Este enlace ya no funciona',
      unknown:
        'Los enlaces de confirmación funcionan siete días, y solo cuenta el más reciente. Suscríbete otra vez para recibir uno nuevo.',
    },
    unsubscribe: {
      title: 'Darse de baja del boletín',
      text: 'Presiona el botón y dejaremos de enviar el boletín a tu dirección.',
      submit: 'Darme de baja',
      doneTitle: 'Te diste de baja',
      done: 'Ya no recibirás el boletín. Puedes volver cuando quieras.',
      unknownTitle: 'No reconocemos este enlace',
      unknown: 'Quizá se cortó al copiarlo. Usa el enlace al final del último número.',
    },
    mail: {
      confirmSubject: 'Confirma tu suscripción a {site}',
      confirm: {
        before:
          'Alguien (esperamos que hayas sido tú) registró esta dirección para recibir el boletín de {site}. Confirma que quieres recibirlo:',
        button: 'Confirmar suscripción',
      },
      confirmFooter:
        'El enlace funciona siete días. Si no fuiste tú, ignora este correo. Sin tu confirmación no enviaremos ningún boletín.',
      knownSubject: 'Ya te suscribiste a {site}',
      known: {
        before:
          'Alguien volvió a registrar esta dirección para recibir el boletín de {site}. Ya está confirmada, así que no hay nada que hacer.\n\nPara darte de baja:',
        button: 'Darme de baja',
      },
    },
  },
  dmca: {
    title: 'Enviar una notificación de derechos de autor',
    description:
      'El formulario para una notificación de derechos de autor según 17 U.S.C. 512(c)(3).',
    form: {
      lead: 'Todos los campos son obligatorios, salvo los marcados como opcionales.',
      optional: '(opcional)',
      you: 'Tus datos',
      claimantName: 'Tu nombre completo',
      company: 'Empresa',
      postalAddress: 'Dirección postal',
      phone: 'Número de teléfono',
      email: 'Correo electrónico',
      capacity: 'Envías esta notificación como',
      owner: 'titular de los derechos de autor',
      agent: 'persona autorizada para actuar en nombre del titular',
      ownerName: 'Nombre del titular (opcional, salvo si actúas en nombre de otra persona)',
      work: 'La obra',
      workTitle: 'Título de la obra',
      workDescription: 'Descripción de la obra',
      workDescriptionHint:
        'Qué es, quién la creó y cuándo. Si son varias obras, una lista representativa.',
      workAddresses: 'Enlaces al original, uno por línea',
      posts: 'Las publicaciones',
      links: 'Enlaces a las publicaciones, uno por línea',
      linksHint:
        'Hasta 50. Sirve cualquier enlace que lleve a una sola publicación en {platforms}.',
      remarks: 'Comentarios adicionales',
      remarksHint: 'Por ejemplo, la ley en la que te basas, si no es la de Estados Unidos.',
      statements: 'Declaraciones y firma',
      englishOnly: 'Las declaraciones tienen una redacción legal fija y quedan en inglés.',
      signature: 'Firma: escribe tu nombre completo',
      submit: 'Enviar la notificación',
      privacy: 'Qué se guarda',
      orWrite: 'O envía tu notificación, con todo lo que se indica aquí, a',
      again: 'Enviar una notificación',
    },
    problems: {
      summary: {
        one: 'Todavía no se envió nada. Revisa {n} campo:',
        many: 'Todavía no se envió nada. Revisa {n} de campos:',
        other: 'Todavía no se envió nada. Revisa {n} campos:',
      },
      required: {
        claimantName: 'Ingresa tu nombre completo.',
        postalAddress: 'Ingresa tu dirección postal.',
        phone: 'Ingresa tu número de teléfono.',
        email: 'Ingresa tu dirección de correo.',
        capacity: 'Indica si la obra es tuya o actúas en nombre de otra persona.',
        ownerName: 'Ingresa el nombre de la persona titular.',
        workTitle: 'Ingresa el título de la obra.',
        workDescription: 'Describe la obra.',
        links: 'Agrega el enlace de al menos una publicación.',
        posts: 'Selecciona al menos una publicación.',
        signature: 'Escribe tu nombre completo para firmar.',
      },
      tooLong: 'Es demasiado largo. El límite es de {max} caracteres.',
      email: 'Ingresa una dirección de correo válida, como nombre@example.com.',
      tick: 'Esta declaración es obligatoria.',
      changed:
        'Las declaraciones cambiaron desde que abriste la página. Léelas otra vez y marca cada una.',
      tooMany: 'Una notificación puede nombrar hasta 50 publicaciones. Envía las demás en otra.',
      badLines: {
        one: '{n} línea no es un enlace a una publicación:',
        many: '{n} de líneas no son enlaces a publicaciones:',
        other: '{n} líneas no son enlaces a publicaciones:',
      },
      notPost: 'Esto no es un enlace a una publicación que se pueda guardar aquí.',
      short:
        'No pudimos averiguar adónde lleva este enlace corto. Ábrelo en un navegador y copia la URL de la barra de direcciones.',
      tooFast: '¡Qué rapidez! Todavía no se envió nada: presiona el botón otra vez.',
      stale:
        'Esta página estuvo abierta mucho tiempo. Todavía no se envió nada: revisa lo que escribiste y presiona el botón otra vez.',
      trap: 'Había algo escrito en un campo oculto y lo borramos. Todavía no se envió nada: presiona el botón otra vez.',
      closed:
        'Ya no puedes oponerte al bloqueo de estas publicaciones, así que no se envió nada. Tu texto está más abajo.',
      limit: {
        one: 'Este formulario se envió cinco veces desde tu red en las últimas 24 horas. Inténtalo de nuevo en {n} hora o indica varias publicaciones a la vez.',
        many: 'Este formulario se envió cinco veces desde tu red en las últimas 24 horas. Inténtalo de nuevo en {n} de horas o indica varias publicaciones a la vez.',
        other:
          'Este formulario se envió cinco veces desde tu red en las últimas 24 horas. Inténtalo de nuevo en {n} horas o indica varias publicaciones a la vez.',
      },
      busy: {
        one: 'Hubo muchos intentos desde tu red. No se envió nada. Inténtalo de nuevo en {n} minuto.',
        many: 'Hubo muchos intentos desde tu red. No se envió nada. Inténtalo de nuevo en {n} de minutos.',
        other:
          'Hubo muchos intentos desde tu red. No se envió nada. Inténtalo de nuevo en {n} minutos.',
      },
    },
    status: {
      headings: {
        pending: 'Tu notificación está en revisión',
        asked: 'Necesitamos más información',
        resolved: 'Tu notificación fue aceptada',
        rejected: 'Tu notificación fue rechazada',
      },
      filedTitle: 'Recibimos tu notificación',
      filed:
        'Tu notificación tiene el número {report}. Guarda esta página en marcadores: su enlace es privado y es la única forma de volver.',
      filedMail: 'También te enviamos por correo una confirmación con este enlace.',
      link: 'Enlace a esta página',
      pending: 'Pendiente',
      resolved: 'Resuelta',
      rejected: 'Rechazada',
      work: 'Obra',
      submitted: 'Enviada el',
      posts: 'Publicaciones',
      blocked: 'bloqueada aquí',
      notBlocked: 'sin bloquear',
      history: 'Historial',
      fromOperator: 'Mensaje del operador:',
      fromYou: 'Tu respuesta:',
      answer: 'Responder al operador',
      answerHint: 'Por ejemplo, lo que faltaba. Tu respuesta se agregará a la notificación.',
      send: 'Enviar la respuesta',
      sent: 'Tu respuesta se agregó a la notificación.',
      empty: 'Escribe primero una respuesta.',
      closed: 'La notificación ya no admite respuestas.',
      copy: {
        title: 'Contranotificación',
        received: 'Recibida el',
        sender: 'De',
        statement: 'Declaración',
        signature: 'Firma',
        window:
          'Las publicaciones se restablecerán entre el {from} y el {until}, a menos que, antes de eso, nos comuniques que solicitaste una orden judicial (17 U.S.C. 512(g)(2)(C)).',
      },
      unknownTitle: 'No reconocemos este enlace',
      unknown: 'Quizá se cortó al copiarlo. Usa el enlace completo.',
    },
    events: {
      submitted: 'Recibimos tu notificación. El operador del sitio la revisará.',
      approved:
        'Tu notificación fue aceptada. Todas las publicaciones que nombra ya están bloqueadas aquí.',
      rejected: 'Tu notificación fue rechazada.',
      asked:
        'El operador necesita más información de tu parte. Mientras tanto, la notificación sigue abierta.',
      answered: 'Respondiste al operador.',
      reopened: 'La decisión se revirtió y la notificación se está revisando de nuevo.',
      counter_notice: 'Se recibió una contranotificación.',
      restored: 'Se restablecieron publicaciones tras una contranotificación.',
      counter_closed:
        'Se cerró una contranotificación. Las publicaciones que nombra siguen bloqueadas.',
    },
    mail: {
      subjects: {
        submitted: '{report}: notificación recibida ({posts})',
        approved: '{report}: notificación aceptada ({posts})',
        rejected: '{report}: notificación rechazada ({posts})',
        asked: '{report}: necesitamos más información ({posts})',
        answered: '{report}: respuesta agregada ({posts})',
        reopened: '{report}: en revisión de nuevo ({posts})',
        counter_notice: '{report}: contranotificación recibida ({posts})',
        restored: '{report}: publicaciones restablecidas ({posts})',
        counter_closed: '{report}: contranotificación cerrada ({posts})',
      },
      title: 'Notificación de derechos de autor {report}',
      button: 'Ver el estado o responder',
      footer:
        'Quien tenga este enlace puede ver la notificación. Si no enviaste ninguna, otra persona escribió tu dirección. Por favor, avísanos.',
    },
    counter: {
      title: 'Enviar una contranotificación',
      lead: '{site} recibió una notificación de derechos de autor sobre las publicaciones de abajo y por eso están bloqueadas aquí. Si una de ellas es tuya y se bloqueó por error, puedes oponerte con este formulario. La persona que envió la notificación puede leer tu contranotificación, con tu nombre y tu dirección, en la página privada de su notificación. Si este sitio envía correos, también la recibe por correo.',
      report: 'Notificación',
      blockedOn: 'Fecha del bloqueo',
      posts: 'Publicaciones bloqueadas por error',
      remarksHint:
        'Por ejemplo, por qué fue un error. La persona que envió la notificación puede leer todo lo que escribas.',
      submit: 'Enviar la contranotificación',
      sentTitle: 'Recibimos tu contranotificación',
      sent: 'Guarda el enlace de esta página: aquí verás qué pasa después.',
      sentMail: 'También te enviaremos una confirmación por correo.',
      received: 'Contranotificaciones recibidas',
      waiting: 'Reenviada a la persona que envió la notificación',
      notReached: 'Todavía no pudimos contactar a la persona que envió la notificación',
      notReachedHint:
        'Tu contranotificación está en la página privada de su notificación. Los días se cuentan desde que la recibimos, aunque esa persona aún no la haya abierto.',
      restored: 'Las publicaciones se restablecieron',
      closed: 'Cerrada',
      window:
        'Las publicaciones se restablecerán entre el {from} y el {until}, a menos que, antes de eso, esa persona nos comunique que solicitó una orden judicial.',
      nothingBlocked:
        'Esta notificación no bloquea ninguna publicación en este momento, así que no hay nada a lo que oponerse.',
      news: {
        received:
          'Recibimos tu contranotificación. La página de este enlace indica si pudimos contactar a la persona que envió la notificación y qué pasa después.',
        restored:
          'Tu contranotificación tuvo éxito: esta notificación ya no bloquea las publicaciones que nombraste.',
        closed:
          'Tu contranotificación se cerró y las publicaciones que nombraste siguen bloqueadas. Por lo general, eso significa que la persona que envió la notificación solicitó una orden judicial.',
      },
      mail: {
        subjects: {
          received: '{report}: contranotificación recibida ({posts})',
          restored: '{report}: tus publicaciones se restablecieron ({posts})',
          closed: '{report}: contranotificación cerrada ({posts})',
        },
        title: 'Contranotificación sobre {report}',
        button: 'Ver el estado',
        footer:
          'Si no enviaste una contranotificación, otra persona escribió tu dirección. Por favor, avísanos.',
      },
    },
  },
  blog: {
    title: 'Blog: guías, tutoriales, tendencias y consejos',
    description:
      'Cómo guardar, conservar, editar y dar crédito a videos cortos: guías y tutoriales, tendencias explicadas y consejos que caben en un minuto.',
    heading: 'Blog',
    lead: 'Guardar videos es lo fácil. Aquí está lo demás: conservarlos, cortarlos y usarlos respetando a sus creadores.',
    onlyEnglish: 'Los artículos están en inglés.',
    filter: 'Categorías',
    category: 'Categoría',
    categories: {
      All: 'Todo',
      Guide: 'Guía',
      Tutorial: 'Tutorial',
      Trends: 'Tendencias',
      Tips: 'Consejos',
    },
    featured: 'Destacado',
    empty: 'Todavía no hay artículos aquí.',
    readingTime: {
      one: '{n} min de lectura',
      many: '{n} min de lectura',
      other: '{n} min de lectura',
    },
    views: { one: '{n} visita', many: '{n} de visitas', other: '{n} visitas' },
    related: 'Para seguir leyendo',
    breadcrumb: 'Ruta de navegación',
    home: 'Inicio',
  },
  maintenance: {
    title: 'Volvemos enseguida',
    text: 'Estamos trabajando en el sitio. Vuelve en unos minutos.',
  },
  refusals: {
    slow: {
      title: 'El envío tardó demasiado',
      text: 'Tu conexión es muy lenta en este momento. El formulario no llegó y no se guardó nada. Vuelve atrás: lo que escribiste debería seguir ahí. Después, inténtalo de nuevo.',
    },
    large: {
      title: 'Es demasiado para un solo envío',
      text: 'El formulario tiene más texto, o un archivo más grande, de lo que podemos recibir, así que no se guardó nada. Vuelve atrás: lo que escribiste debería seguir ahí. Después, envía menos a la vez.',
    },
    unreadable: {
      title: 'No pudimos leer el formulario',
      text: 'No llegó como lo envían nuestras páginas, así que no se guardó nada. Vuelve atrás, recarga la página e inténtalo de nuevo.',
    },
    often: {
      title: 'Espera un minuto',
      text: 'Desde tu red llegaron demasiados formularios que no pudimos leer, así que no se guardó nada. Vuelve atrás: lo que escribiste debería seguir ahí. Inténtalo de nuevo dentro de un minuto.',
    },
    busy: {
      title: 'Un momento, por favor',
      text: 'En este momento llegan muchas solicitudes desde tu red. Espera unos segundos y recarga esta página.',
    },
  },
  offline: {
    title: 'No tienes conexión',
    text: 'Esta página se cargará sola en cuanto vuelvas a tener conexión. Los videos que ya descargaste siguen en tu dispositivo.',
    again: 'Intentar de nuevo',
  },
  shortcuts: {
    paste: 'Pegar un enlace',
    several: 'Varios enlaces',
  },
  share: {
    title: '¿Descargar esta publicación?',
    text: 'Una app compartió este enlace con {site}.',
    lookUp: 'Buscar',
    noneTitle: 'No hay ningún enlace a una publicación',
    another: 'Pegar otro enlace',
  },
  helpSearch: {
    label: 'Buscar en la ayuda',
    submit: 'Buscar',
    found: { one: '{n} respuesta', many: '{n} de respuestas', other: '{n} respuestas' },
    none: 'No se encontró nada. Prueba con menos palabras o con otras.',
    all: 'Ver toda la ayuda',
  },
  asked: {
    platform:
      'Para obtener una publicación, este servidor abre la página pública de la publicación en TikTok. TikTok ve una solicitud de este servidor, sin tu dirección IP, tus cookies ni datos de tu navegador.',
    ytdlp:
      'También puede usar yt-dlp, un programa que se ejecuta en este servidor y se conecta con TikTok desde aquí.',
    service:
      'Este servidor puede pedir los detalles de la publicación a un servicio de extracción en {hosts}. Ese servicio es de un tercero. Recibe el enlace y la dirección de este servidor, pero no tu dirección IP, tus cookies ni datos de tu navegador.',
    others:
      'Con enlaces de {platforms}, este servidor consulta directamente ese sitio, sin tu dirección IP, tus cookies ni datos de tu navegador.',
    bluesky:
      'Un video de Bluesky puede estar en otro servidor, el que usa la cuenta de su autor. En ese caso, este servidor pregunta al directorio de cuentas de Bluesky dónde está y obtiene el video de allí.',
    noThirdParty: 'Nadie más recibe los enlaces que pegas.',
    proxy: 'Estas solicitudes pasan por un servidor proxy que eligió el operador.',
    demo: 'Este sitio está en modo de demostración: cada enlace muestra un video de ejemplo incluido en el programa, y nadie recibe el enlace.',
    nothing: 'Las descargas no están configuradas en este sitio, así que nadie recibe tus enlaces.',
  },
  status: {
    title: 'Estado del servicio',
    description:
      'Mira si este sitio puede obtener ahora publicaciones de cada sitio compatible y cómo funcionó en las últimas 24 horas y los últimos 30 días.',
    heading: 'Estado del servicio',
    lead: 'Aquí ves si este sitio encuentra ahora las publicaciones de cada plataforma.',
    site: 'Este sitio funciona. Si falla una plataforma de la lista, la causa suele ser la propia plataforma: inténtalo más tarde.',
    demo: 'Este sitio está en modo de demostración: los enlaces devuelven un video de ejemplo.',
    unreachable:
      'Este servidor no puede conectarse a TikTok en este momento, así que los enlaces de TikTok devuelven un video de ejemplo.',
    working: 'Funciona',
    slow: 'Lento',
    failing: 'Falla',
    failingSince: 'Falla desde el {time}',
    untried: 'Aún sin probar',
    day: 'Últimas 24 horas',
    month: 'Últimos 30 días',
    success: 'El {percent} de las consultas funcionó',
    noLookups: 'Sin consultas',
    median: 'Duración habitual de una consulta: {time}',
    checked: 'Última comprobación: {time}',
    bars: 'Cada barra es una hora o un día, y su altura, la parte de las consultas que funcionó. Las publicaciones que no existen o no son públicas no cuentan. Si este sitio consulta varias fuentes para TikTok, la parte de TikTok es una estimación. Horas en UTC.',
    feed: 'Canal de fallas',
    feedTitle: '{site}: fallas',
    outage: '{platform}: fallan las consultas',
    recovered: '{platform}: las consultas vuelven a funcionar',
  },
  reference: {
    title: 'Referencia de la API',
    description:
      'Cómo otros programas buscan enlaces y guardan archivos en este sitio: direcciones, parámetros, tokens, límites, errores y ejemplos.',
    onlyEnglish: 'La referencia está en inglés.',
  },
  supported: {
    title: 'Sitios compatibles',
    description:
      'De qué sitios puedes guardar aquí publicaciones públicas, qué puedes guardar de cada uno y si funciona en este momento.',
    heading: 'Sitios compatibles',
    lead: 'Copia el enlace de una publicación pública de un sitio activado aquí y pégalo en la página de inicio.',
    off: 'Desactivado en este sitio',
    working: 'Funciona',
    trouble: 'Tiene problemas',
    untried: 'Aún sin probar',
    public:
      'Solo se pueden guardar publicaciones que cualquiera puede ver sin iniciar sesión. Las privadas, las historias para seguidores y las de pago, no.',
    checked: 'El estado se basa en las consultas y pruebas recientes de este servidor.',
    start: 'Pegar un enlace',
    platforms: {
      tiktok: 'Videos, su sonido y sus subtítulos, publicaciones de fotos',
      x: 'Videos, GIF e imágenes, incluso varios en una misma publicación',
      bluesky: 'Videos y sus subtítulos, GIF e imágenes',
      pinterest: 'Videos e imágenes de pines, también de pines de ideas',
      instagram: 'Reels, videos e imágenes, incluso varios en una misma publicación',
      facebook: 'Videos y reels',
      snapchat: 'Videos de Spotlight',
      reddit: 'Videos e imágenes',
      streamable: 'Videos públicos',
    },
  },
  batch: {
    title: 'Descargar varios videos de TikTok',
    description:
      'Pega los enlaces de varias publicaciones de TikTok, obtenlas todas juntas y guarda cada archivo, o todo en un solo ZIP. Gratis y sin registro.',
    heading: 'Descargar varios videos',
    lead: 'Pega tus enlaces y nosotros hacemos el resto. Guarda cada archivo por separado, o todo en un solo ZIP.',
    label: 'Enlaces de las publicaciones',
    hint: {
      one: 'Hasta {n} enlace. También puedes pegar un mensaje entero que lo contenga.',
      many: 'Hasta {n} de enlaces, uno por línea. También puedes pegar mensajes enteros.',
      other:
        'Hasta {n} enlaces, uno por línea. También puedes pegar mensajes enteros que los contengan.',
    },
    submit: 'Obtener todos',
    tooMany: 'Pegaste {links} enlaces y el límite es {max}. Quita algunos e inténtalo de nuevo.',
    full: 'El sitio tiene mucha demanda en este momento. Inténtalo de nuevo en unos minutos.',
    yours: 'Tus videos',
    progress: '{ready} de {all} listos',
    over: {
      one: '{ready} de {all} listos, {n} no se pudo cargar',
      many: '{ready} de {all} listos, {n} no se pudieron cargar',
      other: '{ready} de {all} listos, {n} no se pudieron cargar',
    },
    waiting: 'En espera',
    looking: 'Cargando…',
    retry: 'Intentar de nuevo',
    retryAll: 'Intentar los {n} de nuevo',
    retryThis: 'Intentar de nuevo con {link}',
    refresh: 'Actualizar',
    refreshes: 'Esta página se actualiza automáticamente.',
    format: 'Guardar como',
    hd: 'HD si está disponible',
    show: 'Mostrar',
    asAbove: 'Como arriba',
    formatOf: 'Formato de {title}',
    saveThis: 'Guardar {title}',
    zip: 'Guardar {n} en un ZIP',
    clips: { one: '{n} video', many: '{n} de videos', other: '{n} videos' },
    back: 'Volver a tus videos',
    zipHint: 'Hasta 2 GB. Cada publicación de fotos tiene su propia carpeta.',
    kept: 'Los resultados se guardan durante una hora. Quien tenga el enlace de esta página puede verlos.',
    more: 'Obtener más enlaces',
    goneTitle: 'Estos resultados vencieron',
    gone: 'Los resultados se guardan durante una hora. Pega tus enlaces otra vez para obtener nuevos.',
    notSaved: 'Estas publicaciones no están en el ZIP:',
    filesNotSaved: 'Estos archivos no están en el ZIP:',
    notLookedUp: 'Todavía no se había obtenido.',
    zipFull: 'El ZIP llegó a 2 GB. Guarda esta publicación por separado.',
  },
}
