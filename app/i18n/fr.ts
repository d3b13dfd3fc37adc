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
    headline: ['Le clip reste.', 'Le logo s’en va.'],
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
      mp3: 'Juste le son, à 192 kbit/s, avec le titre et l’auteur inscrits dans le fichier.',
      slideshowTitle: 'Diaporamas',
      slideshow: 'Les publications photo image par image ou toutes dans un ZIP, et le son avec.',
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
      choiceTitle: 'À vous de choisir',
      choice:
        'Notre propre comptage des visites se passe de cookies. Les outils d’autres entreprises ne se chargent que si vous acceptez.',
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
    demo: 'Mode démonstration : tous les liens donnent le même clip d’exemple.',
    unreachable:
      'Ce serveur ne parvient pas à joindre TikTok : tous les liens donnent donc le clip d’exemple.',
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
    login: 'Ce lien mène à une page de connexion. Dans l’app, utilisez Partager → Copier le lien.',
    badId: 'Le lien semble tronqué. Copiez-le de nouveau dans l’app : Partager → Copier le lien.',
    unknownPath:
      'Ce lien ne mène pas à une publication. Dans l’app, utilisez Partager → Copier le lien.',
    notFound: 'Elle est peut-être privée, supprimée ou invisible dans certains pays.',
    gone: 'Cette publication a été supprimée ou n’existe pas.',
    private: 'Cette publication est privée.',
    age: 'Cette publication est soumise à une limite d’âge et n’est visible qu’en étant connecté à l’application.',
    region: 'Cette publication n’est pas disponible dans le pays de ce serveur.',
    restricted: 'Cette publication est en cours d’examen ou a été restreinte par la plateforme.',
    unsupported:
      'Ce type de publication ne peut pas être téléchargé. Les vidéos et les photos, oui.',
    dailyLimit: 'La limite du jour est atteinte. Revenez demain.',
    busy: {
      one: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} seconde.',
      many: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} de secondes.',
      other: 'Il y a beaucoup de monde en ce moment. Réessayez dans {n} secondes.',
    },
    refusedHere: 'TikTok refuse actuellement les demandes de ce serveur. Réessayez plus tard.',
    pageChanged:
      'TikTok a modifié sa page, et ce site ne peut pas la lire pour l’instant. Réessayez plus tard.',
    unavailable: 'Le service vidéo ne répond pas en ce moment. Réessayez dans quelques minutes.',
    tooMany: {
      one: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} seconde.',
      many: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} de secondes.',
      other: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans {n} secondes.',
    },
    removed: 'Elle a été retirée de ce site à la suite d’une notification ou par l’exploitant.',
  },
  result: {
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
      'Appuyez sur Ouvrir dans Safari, touchez-y le bouton de partage et choisissez Enregistrer dans Fichiers.',
    iosFiles:
      'Copiez le lien vers le fichier et collez-le dans une app de gestion de fichiers qui télécharge les liens.',
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
  },
  copy: {
    copied: 'Copié !',
    failed:
      'Cela n’a pas marché. Le texte est sélectionné : appuyez sur Ctrl+C (Cmd+C sur Mac) pour le copier.',
  },
  notFound: {
    title: 'Page introuvable',
    text: 'La page que vous cherchez n’existe pas ou a été déplacée.',
    back: 'Retour à l’accueil',
  },
  maintenance: {
    title: 'Nous revenons tout de suite',
    text: 'Le site est en cours de maintenance. Revenez dans quelques minutes.',
  },
  crash: {
    title: 'Quelque chose a mal tourné',
    text: 'La page n’a pas pu être créée. Réessayez dans un instant.',
    damagedTitle: 'Le site est en cours de réparation',
    damagedText:
      'Une partie des données enregistrées est endommagée. Tant que ce n’est pas réparé, aucune recherche ni aucun envoi n’est possible. Veuillez réessayer plus tard.',
    waitTitle: 'Rien ne peut être enregistré pour le moment',
    waitText: 'Rien n’a été modifié. Réessayez dans une minute.',
    refusedTitle: 'Cette requête a été refusée',
    refusedText:
      'Elle venait d’un autre site, ou le formulaire n’est pas arrivé en entier. Rien n’a été modifié. Rouvrez la page et envoyez-le de là.',
    otherAddress:
      'Ce site a été ouvert à l’adresse {here}, mais il se connaît sous {own} et n’accepte de formulaires que de là. Ouvrez-le là ; la personne qui l’exploite peut mettre dans APP_URL l’adresse utilisée.',
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
    },
    asked: {
      platform:
        'Pour analyser un lien, ce serveur ouvre la page publique de la publication sur TikTok. TikTok voit une requête de ce serveur, sans votre adresse IP, vos cookies ni aucune information sur votre navigateur.',
      ytdlp:
        'Il peut aussi se servir de yt-dlp, un programme installé sur ce serveur, qui interroge TikTok d’ici.',
      service:
        'Ce serveur peut demander les détails de la publication à un service d’extraction situé à l’adresse {hosts}. Ce service est exploité par un tiers. Il reçoit le lien et l’adresse de ce serveur, mais ni votre adresse IP, ni vos cookies, ni aucune information sur votre navigateur.',
      noThirdParty: 'À part TikTok, aucun tiers ne reçoit les liens que vous analysez.',
      proxy: 'Les requêtes envoyées à TikTok passent par un serveur proxy choisi par l’exploitant.',
      demo: 'Ce site est en mode démo : chaque lien donne une vidéo d’exemple fournie avec le programme, et personne n’est interrogé à son sujet.',
      nothing:
        'Rien n’est configuré pour analyser des liens en ce moment ; personne ne les reçoit.',
    },
  },
  consent: {
    label: 'Outils d’autres entreprises',
    question:
      'Pouvons-nous mesurer l’usage de ce site avec des outils d’autres entreprises ? Ils déposent des cookies et ne se chargent que si vous acceptez.',
    more: 'Ce qui est conservé',
    accept: 'Accepter',
    decline: 'Refuser',
    footer: 'Votre choix sur les cookies',
    title: 'Votre choix sur les cookies',
    lead: 'L’exploitant de ce site souhaite utiliser ces outils d’autres entreprises. Ils déposent des cookies et savent quelles pages vous ouvrez. Tout fonctionne ici sans eux.',
    accepted: 'Vous avez accepté : les outils se chargent.',
    declined: 'Vous avez refusé : rien ne se charge d’autres entreprises.',
    undecided: 'Vous n’avez pas encore choisi : rien ne se charge d’autres entreprises.',
    signal:
      'Votre navigateur envoie le signal Global Privacy Control. Il vaut ici un refus : rien ne se charge d’autres entreprises.',
    none: 'Aucun n’est activé ici.',
    inUse: 'Activés ici, pour qui accepte :',
    change: 'Modifier votre choix',
    tools: {
      analytics: 'Google Analytics, le comptage des visites d’un moteur de recherche',
      heatmap: 'Microsoft Clarity, une carte des endroits touchés et parcourus',
      pixel: 'Pixel de Meta, la mesure des visites d’un réseau social',
    },
  },
  seo: {
    feedTitle: 'Blog de {site}',
    cardAlt: '{site} : enregistrez des vidéos courtes sans filigrane',
  },
  languages: {
    label: 'Langue',
    suggestion: 'Cette page existe aussi en {language}.',
    open: 'L’afficher en {language}',
    dismiss: 'Retirer cette ligne',
  },
}
