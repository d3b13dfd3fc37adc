import type { Catalogue } from './catalogue.ts'

/**
 * French. Visitors are addressed as vous.
 * A long file, since a language is read and translated as a whole.
 */
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
    theme: 'Thème',
    themeSystem: 'Système',
    themeLight: 'Clair',
    themeDark: 'Sombre',
  },
  footer: {
    claim:
      '{site} est l’outil le plus rapide et le plus fiable pour télécharger des vidéos TikTok.',
    download: 'Télécharger des vidéos',
    nav: 'Autres pages',
    start: 'Téléchargement',
    howItWorks: 'Comment ça marche',
    features: 'Fonctionnalités',
    faq: 'FAQ',
    pc: 'Télécharger TikTok sur PC',
    extension: 'Alternative à l’extension Chrome',
    mp4: 'De TikTok au MP4',
    batch: 'Plusieurs vidéos à la fois',
    read: 'En savoir plus',
    blog: 'Blog',
    help: 'Aide',
    statistics: 'Statistiques',
    resources: 'Ressources',
    site: 'À propos',
    contact: 'Contact',
    pressKit: 'Kit presse',
    backlinkBuilder: 'Modèles de backlinks',
    legal: 'Informations légales',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    dmca: 'DMCA',
    languages: 'Langue',
    install: 'Installer l’application',
    installHint: 'Dans Safari, touchez « Partager », puis « Sur l’écran d’accueil ».',
    independent: 'Indépendant de TikTok et de ByteDance.',
  },
  home: {
    title: 'Télécharger des vidéos TikTok sans filigrane, HD et MP3',
    description:
      'Collez un lien TikTok et enregistrez la vidéo sans filigrane : MP4 jusqu’à 1080p, le son en MP3 ou chaque photo d’une publication. Gratuit, sans inscription.',
    headline: ['Le clip reste.', 'Le logo s’en va.'],
    lead: 'Enregistrez des vidéos TikTok sans filigrane, en HD jusqu’à 1080p, ou juste le son en MP3. Gratuit, illimité, sans inscription.',
    steps: {
      eyebrow: 'Comment ça marche',
      heading: 'Trois étapes, et c’est à vous',
      copyTitle: 'Copiez le lien',
      copy: 'Dans l’app TikTok, touchez « Partager », puis « Copier le lien ». Dans un navigateur, copiez l’URL de la barre d’adresse.',
      pasteTitle: 'Collez-le ici',
      paste:
        'Collez-le dans le champ ci-dessus et appuyez sur « Télécharger ». Vous avez collé un message entier ? Nous y trouverons le lien.',
      saveTitle: 'Enregistrez le fichier',
      save: 'Choisissez un format, appuyez sur « Télécharger maintenant » et enregistrez le fichier dès qu’il est prêt. Sur iPhone ou iPad, « Partager pour enregistrer » place la vidéo dans Photos.',
    },
    features: {
      eyebrow: 'Fonctionnalités',
      heading: 'La publication entière, rien de plus',
      watermarkTitle: 'Sans filigrane',
      watermark:
        'Vous obtenez le fichier diffusé dans le fil TikTok, sans le logo ajouté au téléchargement. Rien n’est rogné, flouté ni recouvert.',
      hdTitle: 'HD jusqu’à 1080p',
      hd: 'Si une version HD existe, vous la voyez, avec sa taille, avant d’enregistrer.',
      mp3Title: 'Le son en MP3',
      mp3: 'Juste le son, à 192 kbit/s, avec le titre et le nom du créateur dans le fichier.',
      slideshowTitle: 'Publications photo',
      slideshow: 'Enregistrez les images une à une ou toutes dans un ZIP, et le son en MP3.',
      registrationTitle: 'Sans inscription',
      registration: 'Ni compte, ni adresse e-mail, ni app. Nous ne demandons que le lien.',
      freeTitle: 'Illimité et gratuit',
      free: 'Autant de clips que vous voulez, sans rien payer. La publicité finance les serveurs.',
      scriptTitle: 'Fonctionne sans JavaScript',
      script:
        'Chaque étape fonctionne aussi comme une simple page web : les anciens téléphones et les navigateurs sans JavaScript obtiennent le même fichier.',
      cookiesTitle: 'Sans cookies de suivi',
      cookies:
        'Nous comptons les visites sur notre propre serveur, sans cookies. Personne ne vous suit à la trace.',
      choiceTitle: 'À vous de choisir',
      choice:
        'Nous comptons les visites sans cookies. Les outils tiers ne se chargent que si vous acceptez.',
    },
    faq: {
      eyebrow: 'FAQ',
      heading: 'Questions fréquentes',
      more: 'Vous n’avez pas trouvé votre réponse ? La page d’aide explique chaque étape et chaque message.',
      moreLink: 'Ouvrir la page d’aide',
      items: [
        {
          question: 'Est-ce vraiment gratuit, et y a-t-il une limite ?',
          answer:
            'C’est gratuit, et vous pouvez enregistrer autant de publications que vous voulez. Si vous envoyez beaucoup de demandes en une minute, nous vous ferons patienter un instant, pour que chacun ait son tour.',
        },
        {
          question: 'Faut-il un compte ou une app ?',
          answer:
            'Non. C’est une page web qui fonctionne dans le navigateur de votre téléphone, de votre tablette ou de votre ordinateur. Il vous suffit d’avoir le lien.',
        },
        {
          question: 'Comment enregistrer une vidéo sur un iPhone ou un iPad ?',
          answer:
            'Ouvrez cette page dans Safari, collez le lien, puis touchez « Télécharger » et « Télécharger maintenant ». Après le compte à rebours, touchez « Partager pour enregistrer », puis choisissez « Enregistrer la vidéo » pour Photos, ou « Enregistrer dans Fichiers » pour un dossier.',
        },
        {
          question: 'Pourquoi n’y a-t-il pas de HD pour ma vidéo ?',
          answer:
            'La HD est proposée chaque fois que la publication a un fichier HD. Certaines vidéos ont été mises en ligne en plus basse résolution, et les agrandir ne les rendrait pas plus nettes. Le MP4 est alors la meilleure version disponible.',
        },
        {
          question: 'Puis-je enregistrer des photos, ou seulement le son ?',
          answer:
            'Les deux. Enregistrez les images d’une publication photo une à une ou toutes dans un ZIP. Choisissez MP3 pour n’avoir que le son d’une vidéo ou d’une publication photo.',
        },
        {
          question: 'Où est passé le fichier ?',
          answer:
            'Sur un ordinateur, dans le dossier Téléchargements de votre navigateur. Sur Android ou iPhone, ouvrez l’app Fichiers et regardez dans Téléchargements. Si vous avez choisi « Enregistrer la vidéo » sur un iPhone, elle est dans Photos.',
        },
        {
          question: 'Pourquoi mon lien ne fonctionne-t-il pas ?',
          answer:
            'Le lien doit mener à une seule publication publique. Les liens vers des profils, des sons, des hashtags ou des directs ne fonctionnent pas, et les publications privées ou supprimées ne peuvent pas être téléchargées.',
        },
        {
          question: 'Gardez-vous mes vidéos ? Savez-vous ce que j’ai enregistré ?',
          answer:
            'Non. Le fichier passe par notre serveur pour arriver jusqu’à vous et n’y est pas conservé. Nous ne notons pas qui a enregistré quoi, et le créateur n’en est pas averti.',
        },
        {
          question: 'Puis-je republier ce que j’ai enregistré ?',
          answer:
            'Vos propres publications, oui. Celles des autres leur appartiennent. Dans de nombreux pays, vous pouvez en garder une copie privée, mais il vous faut l’accord du créateur pour les republier.',
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
    clear: 'Effacer le lien',
    drop: 'Déposez le lien pour le rechercher',
    cancel: 'Annuler',
    stillTrying: 'Encore un instant…',
    hint: 'Copiez le lien dans l’app TikTok → Collez-le ici → Téléchargez',
    several: 'Plusieurs liens ? Collez-les tous d’un coup',
    demo: 'Mode démo : tous les liens donnent la même vidéo d’exemple.',
    unreachable:
      'Ce serveur ne parvient pas à joindre TikTok : tous les liens donnent donc la vidéo d’exemple.',
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
    offline: 'Vous êtes hors ligne',
    removed: 'Cette publication n’est pas disponible ici.',
  },
  hints: {
    profile: 'Ce lien mène à un profil. Ouvrez une de ses publications et copiez ce lien-là.',
    live: 'Ce lien mène à un direct. Seules les publications peuvent être enregistrées.',
    sound: 'Ce lien mène à un son. Ouvrez une publication qui l’utilise et copiez ce lien-là.',
    tag: 'Ce lien mène à un hashtag. Ouvrez une de ses publications et copiez ce lien-là.',
    collection:
      'Ce lien mène à une collection. Ouvrez une de ses publications et copiez ce lien-là.',
    playlist: 'Ce lien mène à une playlist. Ouvrez une de ses publications et copiez ce lien-là.',
    login: 'Ce lien mène à une page de connexion. Dans l’app, utilisez Partager → Copier le lien.',
    badId: 'Ce lien semble incomplet. Copiez-le de nouveau dans l’app : Partager → Copier le lien.',
    copyLink: 'Dans l’app, utilisez Partager → Copier le lien, puis collez-le ici.',
    unknownPath:
      'Ce lien ne mène pas à une publication. Dans l’app, utilisez Partager → Copier le lien.',
    notFound: 'La publication est peut-être privée, supprimée ou indisponible dans certains pays.',
    gone: 'Cette publication a été supprimée ou n’existe pas.',
    private: 'Cette publication est privée.',
    age: 'Cette publication est soumise à une limite d’âge : il faut être connecté à TikTok pour la voir.',
    region: 'Cette publication n’est pas disponible dans le pays de ce serveur.',
    restricted: 'Cette publication est en cours d’examen ou a été restreinte par TikTok.',
    unsupported: 'Seules les vidéos et les publications photo peuvent être téléchargées.',
    dailyLimit: 'Ce site a atteint sa limite pour aujourd’hui. Revenez demain.',
    busy: {
      one: 'Le site est saturé en ce moment. Réessayez dans {n} seconde.',
      many: 'Le site est saturé en ce moment. Réessayez dans {n} de secondes.',
      other: 'Le site est saturé en ce moment. Réessayez dans {n} secondes.',
    },
    refusedHere: 'TikTok refuse actuellement les demandes de ce serveur. Réessayez plus tard.',
    pageChanged:
      'TikTok a modifié ses pages, et ce site ne sait pas encore les lire. Réessayez plus tard.',
    unavailable: 'Le service vidéo ne répond pas en ce moment. Réessayez dans quelques minutes.',
    tooMany: {
      one: 'Nous avons reçu trop de demandes de votre réseau. Réessayez dans {n} seconde.',
      many: 'Nous avons reçu trop de demandes de votre réseau. Réessayez dans {n} de secondes.',
      other: 'Nous avons reçu trop de demandes de votre réseau. Réessayez dans {n} secondes.',
    },
    offline: 'Vérifiez votre connexion, puis réessayez.',
    removed:
      'La publication a été retirée de ce site, par exemple après une notification de droit d’auteur.',
  },
  result: {
    by: 'par {author}',
    untitled: 'Publication sans titre',
    coverAlt: 'Couverture de la publication',
    downloadNow: 'Télécharger maintenant',
    images: 'Images',
    image: 'Image {number}',
    saveImage: 'Enregistrer l’image {number}',
    formats: 'Format',
    mp3Quality: '192 kbit/s',
    zipImages: { one: '{n} image', many: '{n} d’images', other: '{n} images' },
    more: 'Plus',
    less: 'Moins',
    play: 'Lire l’aperçu',
    preview: 'Aperçu sans le son',
    tickHint: 'Sélectionnez des images pour ne mettre que celles-ci dans le ZIP.',
    tick: 'Mettre l’image {number} dans le ZIP',
    inZip: 'Dans le ZIP',
    enlarge: 'Agrandir l’image {number}',
    position: 'Image {number} sur {count}',
    previous: 'Image précédente',
    next: 'Image suivante',
    save: 'Enregistrer',
  },
  prepare: {
    title: 'Préparation de votre téléchargement…',
    countdown: {
      one: 'Votre téléchargement sera prêt dans {n} seconde',
      many: 'Votre téléchargement sera prêt dans {n} de secondes',
      other: 'Votre téléchargement sera prêt dans {n} secondes',
    },
    checking: 'Vérification du fichier…',
    ready: 'Votre téléchargement est prêt',
    close: 'Fermer',
    downloadNow: 'Télécharger maintenant',
    iosHeading: 'Enregistrez le fichier sur votre iPhone ou iPad',
    iosShare: 'Touchez « Partager pour enregistrer », puis choisissez « Enregistrer la vidéo ».',
    iosSafari:
      'Ou touchez « Ouvrir dans Safari », puis le bouton de partage, et choisissez « Enregistrer dans Fichiers ».',
    iosFiles:
      'Ou copiez le lien et collez-le dans une app de gestion de fichiers qui télécharge les liens.',
    shareToSave: 'Partager pour enregistrer',
    openInSafari: 'Ouvrir dans Safari',
    fileLink: 'Lien vers le fichier',
    copyLink: 'Copier le lien',
    back: 'Retour à l’accueil',
    ad: 'Publicité',
    savedTitle: 'Enregistré',
    saved: 'Le fichier est dans les téléchargements de votre navigateur.',
    sharedTitle: 'C’est fait',
    shared:
      'Avec « Enregistrer la vidéo », elle est dans Photos. Avec « Enregistrer dans Fichiers », elle est dans Fichiers.',
    saveAgain: 'Enregistrer à nouveau',
    saveAnother: 'Enregistrer une autre publication',
    otherFormats: 'Autres formats',
    tryAgain: 'Réessayer',
  },
  batch: {
    title: 'Télécharger plusieurs TikTok à la fois',
    description:
      'Collez les liens de plusieurs publications TikTok, recherchez-les en une fois et enregistrez chaque fichier, ou le tout en un seul ZIP. Gratuit, sans inscription.',
    heading: 'Plusieurs clips à la fois',
    lead: 'Collez vos liens et nous les rechercherons tous. Enregistrez chaque fichier séparément, ou le tout en un seul ZIP.',
    label: 'Liens TikTok',
    hint: {
      one: 'Jusqu’à {n} lien. Vous pouvez coller un message entier qui en contient un.',
      many: 'Jusqu’à {n} de liens, un par ligne. Vous pouvez coller des messages entiers.',
      other:
        'Jusqu’à {n} liens, un par ligne. Vous pouvez coller des messages entiers qui en contiennent.',
    },
    submit: 'Tout rechercher',
    tooMany:
      'Vous avez collé {links} liens, et la limite est de {max}. Retirez-en quelques-uns et réessayez.',
    full: 'Ce site recherche beaucoup de liens en ce moment. Réessayez dans quelques minutes.',
    line: 'Ligne {line}',
    yours: 'Vos clips',
    progress: '{ready} sur {all} prêts',
    waiting: 'En attente',
    looking: 'Recherche en cours…',
    retry: 'Réessayer',
    retryThis: 'Réessayer avec {link}',
    refresh: 'Actualiser',
    refreshes: 'La page s’actualise automatiquement pendant la recherche.',
    format: 'Enregistrer en',
    hd: 'HD si disponible',
    show: 'Afficher',
    saveThis: 'Enregistrer {title}',
    zip: 'Tout enregistrer en ZIP',
    zipHint: 'Jusqu’à 2 Go. Chaque publication photo a son propre dossier.',
    kept: 'Les résultats sont conservés une heure. Toute personne disposant du lien de cette page peut les voir.',
    more: 'Rechercher d’autres liens',
    goneTitle: 'Ces liens ne sont plus là',
    gone: 'Les liens sont conservés une heure. Collez-les de nouveau pour relancer la recherche.',
    notSaved: 'Ces publications ne sont pas dans le ZIP :',
    notLookedUp: 'Elle n’avait pas encore été recherchée.',
    zipFull: 'Le ZIP a atteint 2 Go. Enregistrez cette publication à part.',
  },
  saveProblem: {
    expiredTitle: 'Ce lien de téléchargement a expiré',
    expired:
      'Les liens de téléchargement sont valables dix minutes. Relancez la recherche pour en obtenir un autre.',
    invalidTitle: 'Ce lien de téléchargement n’est pas valide',
    invalid:
      'Il a peut-être été coupé lors de la copie. Recommencez avec le lien de la publication.',
    removedTitle: 'Cette publication n’est pas disponible ici',
    noSuchFileTitle: 'Ce format n’existe pas pour cette publication',
    noSuchFile: 'La publication a peut-être changé depuis la recherche.',
    noSoundTitle: 'Cette publication n’a pas de son',
    noSound: 'Sans son, impossible de créer un MP3. Vous pouvez quand même enregistrer la vidéo.',
    busyTitle: 'Trop de téléchargements à la fois',
    busy: {
      one: 'Le site est saturé en ce moment. Réessayez dans {n} seconde.',
      many: 'Le site est saturé en ce moment. Réessayez dans {n} de secondes.',
      other: 'Le site est saturé en ce moment. Réessayez dans {n} secondes.',
    },
    unavailableTitle: 'Le fichier n’est pas disponible pour le moment',
    unavailable: 'Le serveur de TikTok n’a pas envoyé le fichier. Réessayez.',
    silent: 'Ce site n’a pas répondu. Vérifiez votre connexion et réessayez.',
    tooLargeTitle: 'Ce fichier est trop volumineux',
    tooLarge: 'Il dépasse la taille ou la durée autorisée par ce site.',
    lookUpAgain: 'Rechercher de nouveau',
  },
  recent: {
    title: 'Téléchargements récents',
    note: 'Conservés sur cet appareil uniquement.',
    clear: 'Effacer',
    turnOff: 'Désactiver',
    off: 'Les téléchargements récents sont désactivés sur cet appareil.',
    turnOn: 'Activer',
  },
  copy: {
    label: 'Copier',
    copied: 'Copié !',
    failed:
      'Cela n’a pas fonctionné. Le texte est sélectionné : appuyez sur Ctrl+C (Cmd+C sur Mac) pour le copier.',
  },
  notFound: {
    title: 'Page introuvable',
    text: 'La page que vous cherchez n’existe pas ou a été déplacée.',
    back: 'Retour à l’accueil',
  },
  crash: {
    title: 'Une erreur s’est produite',
    text: 'Impossible de charger cette page. Réessayez dans un instant.',
    damagedTitle: 'Le site est en cours de réparation',
    damagedText:
      'Une partie des données enregistrées est endommagée. Tant que ce n’est pas réparé, aucune recherche ni aucun envoi n’est possible. Réessayez plus tard.',
    waitTitle: 'Impossible d’enregistrer',
    waitText: 'Rien n’a été modifié. Réessayez dans une minute.',
    refusedTitle: 'Cette requête a été refusée',
    refusedText:
      'Le formulaire était incomplet ou venait d’un autre site. Rien n’a été modifié. Rouvrez la page et renvoyez-le depuis celle-ci.',
    otherAddress:
      'Vous avez ouvert ce site à l’adresse {here}, mais il est configuré pour {own} et n’accepte que les formulaires envoyés depuis cette adresse. Utilisez-la pour l’ouvrir. Si vous exploitez ce site, indiquez dans APP_URL l’adresse que vos visiteurs utilisent.',
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
      drag: 'Faites glisser ce bouton dans votre barre de favoris, puis cliquez dessus depuis la page d’une publication TikTok. Ici, il ne fait rien.',
      code: 'Ou copiez ce code dans un nouveau favori',
    },
    contact: {
      label: 'Écrire à',
    },
    asked: {
      platform:
        'Pour rechercher un lien, ce serveur ouvre la page publique de la publication sur TikTok. TikTok voit une requête de ce serveur, sans votre adresse IP, vos cookies ni aucune information sur votre navigateur.',
      ytdlp:
        'Il peut aussi utiliser yt-dlp, un programme installé sur ce serveur, qui contacte TikTok depuis celui-ci.',
      service:
        'Ce serveur peut demander les détails de la publication à un service d’extraction ({hosts}). Ce service est exploité par un tiers. Il reçoit le lien et l’adresse de ce serveur, mais ni votre adresse IP, ni vos cookies, ni aucune information sur votre navigateur.',
      noThirdParty: 'À part TikTok, aucun tiers ne reçoit les liens que vous recherchez.',
      proxy: 'Les requêtes envoyées à TikTok passent par un serveur proxy choisi par l’exploitant.',
      demo: 'Ce site est en mode démo : chaque lien donne une vidéo d’exemple fournie avec le programme, et personne ne reçoit le lien.',
      nothing:
        'Ce site n’est pas configuré pour rechercher des liens en ce moment : personne ne les reçoit.',
    },
  },
  consent: {
    label: 'Outils tiers',
    question:
      'Pouvons-nous mesurer l’usage de ce site avec des outils tiers ? Ils déposent des cookies et ne se chargent que si vous acceptez.',
    more: 'Ce qui est conservé',
    accept: 'Accepter',
    decline: 'Refuser',
    footer: 'Choix des cookies',
    title: 'Choix des cookies',
    lead: 'L’exploitant de ce site souhaite utiliser ces outils tiers. Ils déposent des cookies et voient quelles pages vous ouvrez. Ici, tout fonctionne aussi sans eux.',
    accepted: 'Vous avez accepté : les outils se chargent.',
    declined: 'Vous avez refusé : aucun outil tiers ne se charge.',
    undecided: 'Vous n’avez pas encore choisi : aucun outil tiers ne se charge.',
    signal:
      'Votre navigateur envoie le signal Global Privacy Control. Nous le traitons comme un refus : aucun outil tiers ne se charge.',
    none: 'Aucun n’est activé ici.',
    inUse: 'Activés ici, pour les visiteurs qui acceptent :',
    change: 'Modifier votre choix',
    tools: {
      analytics: 'Google Analytics, qui compte les visites',
      heatmap: 'Microsoft Clarity, qui montre où les visiteurs touchent et font défiler',
      pixel: 'Pixel Meta, qui mesure les visites pour Facebook et Instagram',
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
    dismiss: 'Fermer',
  },
}
