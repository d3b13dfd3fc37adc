import type { Catalogue } from './catalogue.ts'

/** French. Visitors are addressed as vous. */
export const fr: Catalogue = {
  header: {
    skip: 'Aller au contenu',
    nav: 'Pages',
    menu: 'Menu',
    blog: 'Blog',
    help: 'Aide',
    contact: 'Contact',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    dmca: 'DMCA',
  },
  footer: {
    claim:
      '{site} est l’outil le plus rapide et le plus fiable pour télécharger des vidéos TikTok.',
    download: 'Télécharger des vidéos',
    nav: 'Autres pages',
    start: 'Téléchargement',
    howItWorks: 'Comment ça marche',
    features: 'Ce que ça fait',
    faq: 'Questions',
    pc: 'Télécharger TikTok sur PC',
    extension: 'Alternative à l’extension Chrome',
    mp4: 'De TikTok au MP4',
    read: 'À lire',
    blog: 'Blog',
    help: 'Aide',
    statistics: 'Statistiques',
    resources: 'Ressources',
    site: 'Ce site',
    contact: 'Contact',
    pressKit: 'Kit presse',
    backlinkBuilder: 'Modèles de backlinks',
    legal: 'Mentions légales',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    dmca: 'DMCA',
    languages: 'Langue',
    independent: 'Indépendant de TikTok et de ByteDance.',
  },
  home: {
    title: 'Télécharger des vidéos TikTok sans filigrane, HD et MP3',
    description:
      'Collez un lien TikTok et enregistrez la vidéo sans filigrane : MP4 jusqu’à 1080p, le son en MP3 ou chaque image d’un diaporama. Gratuit, sans inscription.',
    headline: ['Gardez le clip.', 'Coupez le filigrane.'],
    lead: 'Enregistrez des vidéos TikTok sans filigrane, en HD jusqu’à 1080p, ou juste leur son en MP3. Gratuit, illimité, sans inscription.',
    steps: {
      eyebrow: 'Comment ça marche',
      heading: 'Trois gestes, et c’est à vous',
      copyTitle: 'Copiez le lien',
      copy: 'Dans l’app TikTok, touchez Partager, puis Copier le lien. Dans un navigateur, prenez ce qui est écrit dans la barre d’adresse.',
      pasteTitle: 'Collez-le ici',
      paste:
        'Mettez-le dans le champ ci-dessus et appuyez sur Télécharger. Un message entier convient aussi : nous y trouvons le lien.',
      saveTitle: 'Enregistrez le fichier',
      save: 'Appuyez sur Télécharger maintenant et attendez huit secondes. Sur un iPhone ou un iPad, Partager pour enregistrer met la vidéo dans Photos.',
    },
    features: {
      eyebrow: 'Ce que ça fait',
      heading: 'Toute la publication, rien par-dessus',
      watermarkTitle: 'Sans filigrane',
      watermark:
        'Vous recevez le fichier d’avant la pose du logo. Rien n’est rogné, flouté ni recouvert.',
      hdTitle: 'HD jusqu’à 1080p',
      hd: 'Proposée dès que la publication a un fichier HD, avec sa taille : vous savez avant d’enregistrer.',
      mp3Title: 'Le son en MP3',
      mp3: 'Juste la musique ou la voix, à 192 kbit/s, au nom de la publication et de son auteur.',
      slideshowTitle: 'Diaporamas',
      slideshow:
        'Les publications photo image par image ou toutes dans un ZIP, et le son avec.',
      registrationTitle: 'Sans inscription',
      registration: 'Ni compte, ni adresse e-mail, ni app. Nous ne demandons que le lien.',
      freeTitle: 'Illimité et gratuit',
      free: 'Autant de clips que vous voulez, sans rien payer. Des emplacements publicitaires financent les serveurs.',
      scriptTitle: 'Marche sans JavaScript',
      script:
        'Derrière chaque étape, il y a une simple page. Les vieux téléphones et les navigateurs stricts reçoivent le même fichier.',
      cookiesTitle: 'Sans cookies de suivi',
      cookies:
        'Les visites sont comptées sur notre propre serveur, sans cookies. Rien ne vous suit ailleurs.',
    },
    faq: {
      eyebrow: 'Questions',
      heading: 'On nous le demande souvent',
      more: 'Votre question n’y est pas ? La page d’aide passe en revue chaque étape et chaque message.',
      moreLink: 'Ouvrir la page d’aide',
      items: [
        {
          question: 'Est-ce vraiment gratuit, et y a-t-il une limite ?',
          answer:
            'C’est gratuit, et vous pouvez enregistrer autant de publications que vous voulez. Seules de très nombreuses demandes en une minute vous font attendre un peu, pour qu’il y ait de la place pour tout le monde.',
        },
        {
          question: 'Faut-il un compte ou une app ?',
          answer:
            'Non. C’est une page web : elle marche dans le navigateur de votre téléphone, de votre tablette ou de votre ordinateur, et ne demande rien d’autre que le lien.',
        },
        {
          question: 'Comment enregistrer une vidéo sur un iPhone ou un iPad ?',
          answer:
            'Ouvrez cette page dans Safari, recherchez la publication et appuyez sur Télécharger maintenant. Après le compte à rebours, appuyez sur Partager pour enregistrer, puis choisissez Enregistrer la vidéo pour Photos, ou Enregistrer dans Fichiers pour un dossier.',
        },
        {
          question: 'Pourquoi n’y a-t-il pas de HD pour ma vidéo ?',
          answer:
            'La HD est proposée quand la publication a un fichier HD. Certaines ont été mises en ligne en plus petit, et les agrandir n’ajouterait que des octets. Le MP4 simple est alors ce qu’il y a de mieux.',
        },
        {
          question: 'Puis-je enregistrer un diaporama, ou seulement le son ?',
          answer:
            'Les deux. Une publication photo donne toutes ses images, une à une ou dans un ZIP. Le MP3 donne le son d’une vidéo ou d’un diaporama.',
        },
        {
          question: 'Où est passé le fichier ?',
          answer:
            'Dans le dossier Téléchargements : sur un ordinateur, celui de votre navigateur ; sur Android, celui de l’app Fichiers ; sur un iPhone, celui de Fichiers, ou dans Photos si vous avez choisi Enregistrer la vidéo.',
        },
        {
          question: 'Pourquoi mon lien ne marche-t-il pas ?',
          answer:
            'Le lien doit mener à une seule publication publique. Les profils, les sons, les hashtags et les directs en contiennent plusieurs ou aucune ; quant aux publications privées ou supprimées, personne ne peut les récupérer.',
        },
        {
          question: 'Gardez-vous mes vidéos, savez-vous ce que j’ai enregistré ?',
          answer:
            'Non. Le fichier passe par le serveur pour arriver jusqu’à vous et n’y reste pas, et aucune liste ne dit qui a enregistré quoi. L’auteur n’en sait rien non plus.',
        },
        {
          question: 'Ai-je le droit d’utiliser ce que j’ai enregistré ?',
          answer:
            'Vos propres publications, oui. Celles des autres leur appartiennent : dans beaucoup de pays, en garder une copie privée est permis, mais la republier demande l’accord de l’auteur.',
        },
      ],
    },
  },
  downloader: {
    label: 'Lien TikTok',
    placeholder: 'https://www.tiktok.com/@nom/video/…',
    paste: 'Coller',
    submit: 'Télécharger',
    processing: 'Traitement en cours',
    hint: 'Copiez le lien dans l’app TikTok → Collez-le ici → Téléchargez',
    demo: 'Mode démonstration : ce site n’a pas encore de service d’extraction, tous les liens donnent donc le même clip d’exemple.',
  },
  errors: {
    empty: 'Saisissez un lien TikTok',
    invalid: 'Saisissez un lien TikTok valide',
    failed: 'Impossible de récupérer les données de la vidéo. Vérifiez le lien et réessayez.',
    unexpected: 'Une erreur s’est produite pendant le traitement de votre demande. Réessayez.',
    clipboardDenied:
      'Accès au presse-papiers refusé. Autorisez l’accès au presse-papiers dans votre navigateur ou collez le lien vous-même avec Ctrl+V (Cmd+V sur Mac).',
    clipboardEmpty: 'Le presse-papiers est vide. Copiez d’abord un lien TikTok.',
    clipboardFailed:
      'Impossible d’accéder au presse-papiers. Collez le lien vous-même avec Ctrl+V (Cmd+V sur Mac).',
    removed: 'Cette publication n’est pas disponible ici.',
  },
  hints: {
    profile: 'Ce lien mène à un profil. Ouvrez une de ses publications et copiez ce lien-là.',
    live: 'Les directs ne peuvent pas être enregistrés. Les publications, si.',
    sound: 'Ce lien mène à un son. Ouvrez une publication qui l’utilise et copiez ce lien-là.',
    tag: 'Ce lien mène à un hashtag. Ouvrez une de ses publications et copiez ce lien-là.',
    collection:
      'Ce lien mène à une collection. Ouvrez une de ses publications et copiez ce lien-là.',
    playlist: 'Ce lien mène à une playlist. Ouvrez une de ses publications et copiez ce lien-là.',
    login:
      'Ce lien mène à une page de connexion. Dans l’app, utilisez Partager → Copier le lien.',
    badId:
      'Le lien semble tronqué. Copiez-le de nouveau dans l’app : Partager → Copier le lien.',
    unknownPath:
      'Ce lien ne mène pas à une publication. Dans l’app, utilisez Partager → Copier le lien.',
    notFound:
      'Elle est peut-être privée, supprimée ou invisible dans certains pays.',
    dailyLimit: 'La limite du jour est atteinte. Revenez demain.',
    busy: {
      one: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} seconde.',
      many: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} de secondes.',
      other: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} secondes.',
    },
    unavailable:
      'Le service vidéo ne répond pas en ce moment. Réessayez dans quelques minutes.',
    tooMany: {
      one: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} seconde.',
      many: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} de secondes.',
      other: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} secondes.',
    },
    removed:
      'Elle a été retirée de ce site à la suite d’une notification ou par l’exploitant.',
  },
  result: {
    heading: 'Votre publication',
    by: 'par {author}',
    untitled: 'Publication sans titre',
    coverAlt: 'Couverture de la publication',
    downloadNow: 'Télécharger maintenant',
    otherFormats: 'Autres formats',
    hd: 'Vidéo HD',
    mp3: 'Son MP3',
    mp4: 'Vidéo MP4',
    zip: 'Toutes les images en ZIP',
    images: 'Images',
    image: 'Image {number}',
    saveImage: 'Enregistrer l’image {number}',
  },
  prepare: {
    title: 'Préparation de votre téléchargement…',
    countdown: {
      one: 'Votre téléchargement sera prêt dans {n} seconde',
      many: 'Votre téléchargement sera prêt dans {n} de secondes',
      other: 'Votre téléchargement sera prêt dans {n} secondes',
    },
    ready: 'Votre téléchargement est prêt',
    close: 'Fermer',
    downloadNow: 'Télécharger maintenant',
    iosHeading: 'Enregistrez-la sur votre iPhone ou iPad',
    iosShare: 'Appuyez sur Partager pour enregistrer, puis choisissez Enregistrer la vidéo.',
    iosSafari:
      'Ou ouvrez la vidéo dans Safari, touchez le bouton de partage et choisissez Enregistrer dans Fichiers.',
    iosFiles:
      'Ou copiez le lien et collez-le dans une app de gestion de fichiers qui télécharge les liens.',
    shareToSave: 'Partager pour enregistrer',
    openInSafari: 'Ouvrir dans Safari',
    copyLink: 'Lien vers le fichier',
    back: 'Retour à la page d’accueil',
    ad: 'Publicité',
  },
  saveProblem: {
    expiredTitle: 'Ce lien de téléchargement a expiré',
    expired:
      'Les liens de téléchargement valent dix minutes. Recherchez la publication de nouveau pour en avoir un nouveau.',
    invalidTitle: 'Ce lien de téléchargement n’est pas valable',
    invalid:
      'Il a peut-être été tronqué à la copie. Recommencez avec le lien de la publication elle-même.',
    removedTitle: 'Cette publication n’est pas disponible ici',
    noSuchFileTitle: 'Cette publication n’a pas ce fichier',
    noSuchFile: 'Elle a peut-être changé depuis la recherche.',
    noSoundTitle: 'Cette publication n’a pas de son',
    noSound: 'Il n’y a pas de quoi faire un MP3. La vidéo, elle, peut être enregistrée.',
    busyTitle: 'Trop de téléchargements à la fois',
    busy: {
      one: 'Toutes les places sont prises pour le moment. Réessayez dans {n} seconde.',
      many: 'Toutes les places sont prises pour le moment. Réessayez dans {n} de secondes.',
      other: 'Toutes les places sont prises pour le moment. Réessayez dans {n} secondes.',
    },
    unavailableTitle: 'Le fichier n’est pas disponible pour le moment',
    unavailable: 'L’endroit où se trouve le fichier n’a pas répondu comme il faut. Réessayez.',
    tooLargeTitle: 'Ce fichier est trop volumineux',
    tooLarge: 'Il est plus gros ou plus long que ce que ce site peut fournir.',
    lookUpAgain: 'Rechercher de nouveau',
    tryAgain: 'Réessayer',
  },
  resources: {
    eyebrow: 'Ressources',
    title: 'Outils pour la vidéo courte : un choix commenté',
    description:
      'Montage, lecture, conversion, sous-titres et archivage pour la vidéo courte, décrits avec franchise et notés par notre rédaction. La plupart sont gratuits.',
    heading: 'Des outils qui valent le détour',
    lead: 'Ce qui vient après l’enregistrement d’un clip : le couper, le convertir, le sous-titrer, le garder, et savoir ce que vous pouvez en faire.',
    filter: 'Filtrer par catégorie',
    all: 'Tout',
    categories: {
      videoEditing: 'Montage vidéo',
      players: 'Lecteurs',
      converters: 'Conversion',
      audio: 'Audio',
      captions: 'Sous-titres',
      archiving: 'Archivage',
      images: 'Images',
      stock: 'Musiques, sons et polices',
      rights: 'Droits',
      publishing: 'Publication',
    },
    count: { one: '{n} entrée.', many: '{n} d’entrées.', other: '{n} entrées.' },
    ownOpinion:
      'Les étoiles sont l’avis de notre rédaction, en étoiles entières, et non une moyenne de votes. Personne ne paie pour figurer ici, et aucun lien ne nous rapporte quoi que ce soit.',
    rated: 'Note : {count} sur 5',
    free: 'Gratuit',
    featured: 'À la une',
    onlyEnglish: 'Les descriptions sont en anglais.',
  },
  statistics: {
    eyebrow: 'Statistiques',
    title: 'La vidéo courte en chiffres : public, poids, formats',
    description:
      'Combien de gens regardent, combien de temps peut durer un clip, ce que pèse une minute, ce que HEVC économise : des graphiques, et la source de chaque chiffre.',
    heading: 'La vidéo courte en chiffres',
    lead: 'Chaque chiffre a été publié par quelqu’un que nous nommons, avec sa date, ou vient d’une formule qui l’accompagne. Aucun n’est une supposition.',
    own: 'Sur ce site',
    totals: {
      posts: 'Publications enregistrées',
      lookups: 'Recherches de ces publications',
      downloads: 'Fichiers transmis en entier',
    },
    ownNote:
      'Compté par ce site lui-même, avec cinq minutes de retard au plus. Les publications que plus personne ne demande quittent le registre, et leurs chiffres avec elles.',
    onlyEnglish: 'Les chiffres et leurs explications sont en anglais.',
  },
  outreach: {
    eyebrow: 'Modèles de backlinks',
    title: 'Modèles d’e-mails pour obtenir des backlinks',
    description:
      'Dix e-mails pour articles invités, pages de ressources, liens cassés, tests et plus, prêts à remplir et à copier, avec des stratégies qui n’agacent personne.',
    heading: 'Demander un lien et rester le bienvenu',
    lead: 'Des e-mails auxquels on répond : courts, précis, et utiles à qui les lit. Indiquez votre site, copiez, et réécrivez les passages [entre crochets] pour la personne à qui vous écrivez.',
    yours: 'Votre site',
    yoursNote:
      'Repris dans tous les modèles ci-dessous. Cela reste dans l’adresse de cette page, et nulle part ailleurs.',
    siteName: 'Nom de votre site',
    siteAddress: 'Adresse de votre site',
    yourName: 'Votre nom',
    fill: 'Remplir les modèles',
    templates: 'Modèles',
    jump: 'Aller à un modèle',
    categories: {
      guestPost: 'Article invité',
      resourcePage: 'Page de ressources',
      brokenLink: 'Lien cassé',
      productReview: 'Test de produit',
      statistics: 'Citation de chiffres',
      interview: 'Entretien',
      testimonial: 'Témoignage',
      podcast: 'Podcast',
      unlinkedMention: 'Mention sans lien',
      followUp: 'Relance',
    },
    subject: 'Objet',
    body: 'Texte de l’e-mail',
    copyEmail: 'Copier l’e-mail',
    copySubject: 'Copier l’objet',
    openInMail: 'Ouvrir dans votre app de mail',
    strategies: 'Stratégies',
    onlyEnglish: 'Les modèles et les stratégies sont en anglais.',
  },
  copy: {
    copied: 'Copié !',
    failed:
      'Cela n’a pas marché. Le texte est sélectionné : appuyez sur Ctrl+C (Cmd+C sur Mac) pour le copier.',
  },
  press: {
    eyebrow: 'Kit presse',
    title: 'Kit presse : logo, captures d’écran et faits',
    description:
      'Logo en SVG et PNG, icône, image pour les réseaux, captures, couleurs, une fiche et des textes tout prêts sur le site, libres d’usage dans vos articles.',
    heading: 'Pour tous ceux qui parlent de nous',
    lead: 'Logos, captures d’écran, couleurs et faits. Utilisez-les sans demander dans des articles, des vidéos et des exposés sur le site.',
    assets: 'Téléchargements',
    types: {
      logo: 'Logo',
      icon: 'Icône',
      socialCard: 'Image pour les réseaux',
      screenshot: 'Capture d’écran',
      factSheet: 'Fiche',
    },
    type: 'Type',
    asset: 'Description',
    size: 'Taille',
    download: 'Télécharger',
    downloadOf: 'Télécharger {name}',
    preview: 'Aperçu de {name}',
    colours: 'Couleurs',
    coloursNote:
      'Ink et Paper portent le texte. Coral est pour ce qui se presse, Mint pour la coupe.',
    copyColour: 'Copier {name}',
    texts: 'Textes tout prêts',
    short: 'En une phrase',
    long: 'En un paragraphe',
    copyText: 'Copier le texte',
    rules: 'S’il vous plaît',
    contact:
      'Des questions ? La page de contact dit comment joindre les personnes qui font ce site.',
    contactLink: 'Contact',
    onlyEnglish: 'Les textes pour la presse sont en anglais.',
  },
  newsletter: {
    title: 'Newsletter',
    description:
      'Les nouveaux guides et les changements de l’outil par e-mail. Confirmée par un lien, arrêtée d’un clic.',
    heading: 'Les nouveaux guides, par e-mail',
    lead: 'Un court message quand il y a du nouveau à lire. Vous confirmez par un lien, vous partez d’un clic, et personne d’autre n’a votre adresse.',
    label: 'Adresse e-mail',
    placeholder: 'nom@example.com',
    submit: 'S’abonner',
    sending: 'Envoi…',
    trap: 'Laissez ce champ vide',
    privacy: 'Ce qui est conservé',
    empty: 'Saisissez votre adresse e-mail.',
    invalid: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
    tooFast: 'C’était très rapide pour une personne. Appuyez encore une fois sur S’abonner.',
    stale: 'Cette page est ouverte depuis longtemps. Appuyez encore une fois sur S’abonner.',
    tooMany: {
      one: 'Beaucoup d’inscriptions sont venues de votre réseau. Réessayez dans {n} minute.',
      many: 'Beaucoup d’inscriptions sont venues de votre réseau. Réessayez dans {n} de minutes.',
      other: 'Beaucoup d’inscriptions sont venues de votre réseau. Réessayez dans {n} minutes.',
    },
    failed: 'L’envoi n’a pas abouti. Vérifiez votre connexion et réessayez.',
    sentTitle: 'Encore une étape : votre boîte de réception',
    sent: 'Nous envoyons un message à {address}. Appuyez sur le lien qu’il contient pour confirmer ; d’ici là, vous ne recevez pas la newsletter. Rien au bout de quelques minutes ? Regardez dans le dossier des indésirables.',
    storedTitle: 'Enregistrée, mais pas encore confirmée',
    stored:
      'Ce site ne peut pas encore envoyer d’e-mails : {address} est donc enregistrée sans confirmation et ne reçoit pas la newsletter. Dès que l’envoi sera possible, vous recevrez un message avec un lien pour confirmer.',
    confirm: {
      title: 'Confirmez votre abonnement',
      text: 'Appuyez sur le bouton pour recevoir la newsletter à l’adresse où ce lien a été envoyé.',
      submit: 'Confirmer l’abonnement',
      doneTitle: 'Vous êtes abonné',
      done: 'Votre adresse est confirmée. Chaque numéro contient un lien pour se désabonner.',
      unknownTitle: 'Ce lien ne marche plus',
      unknown:
        'Les liens de confirmation valent sept jours, et seul le plus récent compte. Abonnez-vous de nouveau pour en recevoir un.',
    },
    unsubscribe: {
      title: 'Se désabonner de la newsletter',
      text: 'Appuyez sur le bouton et plus aucun numéro ne sera envoyé à l’adresse de ce lien.',
      submit: 'Se désabonner',
      doneTitle: 'Vous êtes désabonné',
      done: 'Plus aucun numéro ne vous sera envoyé. Vous pouvez revenir quand vous voulez.',
      unknownTitle: 'Ce lien n’est pas connu ici',
      unknown:
        'Il a peut-être été tronqué à la copie. Prenez le lien à la fin du dernier numéro.',
    },
    mail: {
      confirmSubject: 'Confirmez votre abonnement à {site}',
      confirm:
        'Bonjour,\n\nquelqu’un, vous sans doute, a donné cette adresse pour la newsletter de {site}. Pour la recevoir, ouvrez ce lien et appuyez sur le bouton :\n\n{link}\n\nLe lien vaut sept jours. Si ce n’était pas vous, ne faites rien : sans votre confirmation, aucune newsletter n’est envoyée.\n\n{site}\n{home}\n',
      knownSubject: 'Vous êtes déjà abonné à {site}',
      known:
        'Bonjour,\n\ncette adresse a été donnée une nouvelle fois pour la newsletter de {site}. Elle est sur la liste et confirmée, il n’y a donc rien à faire.\n\nPour vous désabonner, ouvrez ce lien et appuyez sur le bouton :\n\n{link}\n\n{site}\n{home}\n',
    },
  },
  notFound: {
    title: 'Page introuvable',
    text: 'La page que vous cherchez n’existe pas ou a été déplacée.',
    back: 'Retour à l’accueil',
  },
  crash: {
    title: 'Quelque chose a mal tourné',
    text: 'La page n’a pas pu être créée. Réessayez dans un instant.',
    reference: 'Référence : {id}',
  },
  pages: {
    problemTitle: 'Cette page ne peut pas être affichée',
    problem: 'Impossible de charger le contenu de la page. Réessayez plus tard.',
    onlyEnglish: 'Cette page n’est pas encore traduite, vous la lisez donc en anglais.',
    contents: 'Sur cette page',
    downloader: 'Téléchargement',
    bookmarklet: {
      title: 'Le bookmarklet',
      link: 'Enregistrer avec {site}',
      drag: 'Faites glisser ce bouton sur votre barre de favoris. Sur cette page, il ne fait rien ; cliquez dessus sur la page d’une publication.',
      code: 'La même chose en code, à copier à la main dans un favori',
    },
    contact: {
      label: 'Écrire à',
      none: 'L’exploitant de ce site n’a pas indiqué d’adresse où lui écrire.',
    },
    dmca: {
      write: 'Envoyez votre notification, avec tout ce qui est énuméré ici, à',
      none: 'L’exploitant de ce site n’a pas encore indiqué d’adresse pour les notifications.',
      contactPage: 'Voir la page de contact',
    },
  },
  blog: {
    title: 'Blog : guides, tutoriels, tendances et astuces',
    description:
      'Enregistrer, garder, monter et citer des vidéos courtes : des guides et des tutoriels essayés, des tendances expliquées, des astuces d’une minute.',
    heading: 'Blog',
    lead: 'Enregistrer des clips, c’est le plus facile. Voici le reste : les garder, les couper et s’en servir correctement.',
    onlyEnglish: 'Les articles sont en anglais.',
    filter: 'Catégories',
    category: 'Catégorie',
    categories: {
      All: 'Tout',
      Guide: 'Guide',
      Tutorial: 'Tutoriel',
      Trends: 'Tendances',
      Tips: 'Astuces',
    },
    featured: 'À la une',
    empty: 'Il n’y a pas encore d’article ici.',
    readingTime: {
      one: '{n} min de lecture',
      many: '{n} min de lecture',
      other: '{n} min de lecture',
    },
    views: { one: '{n} vue', many: '{n} de vues', other: '{n} vues' },
    related: 'À lire ensuite',
    breadcrumb: 'Où vous êtes',
    home: 'Accueil',
    feedTitle: 'Blog de {site}',
  },
  seo: {
    cardAlt: '{site} : enregistrez des vidéos courtes sans filigrane',
  },
  languages: {
    label: 'Langue',
    suggestion: 'Cette page existe aussi en {language}.',
    open: 'L’afficher en {language}',
    dismiss: 'Retirer cette ligne',
  },
}
