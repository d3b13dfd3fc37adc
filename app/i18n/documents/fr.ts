import type { DocumentTexts } from '../catalogue.ts'

/**
 * French texts of pages that never run in the browser.
 * A long file, since a language is read and translated as a whole.
 */
export const frDocuments: DocumentTexts = {
  homeSections: {
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
      mp3: 'Juste le son, à la qualité de votre choix : de 128 à 320 kbit/s.',
      slideshowTitle: 'Publications photo',
      slideshow: 'Enregistrez les images une à une ou toutes dans un ZIP, et le son en MP3.',
      registrationTitle: 'Sans inscription',
      registration: 'Ni compte, ni adresse e-mail, ni app. Nous ne demandons que le lien.',
      freeTitle: 'Illimité et gratuit',
      free: 'Autant de vidéos que vous voulez, sans rien payer.',
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
      others: {
        question: 'Est-ce que ça marche avec d’autres sites ?',
        answer:
          'Oui. Pour {platforms}, c’est pareil : collez le lien et choisissez un fichier. La publication doit être publique.',
      },
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
            'Ouvrez cette page dans Safari, collez le lien, puis touchez « Télécharger » et « Télécharger maintenant ». Après le compte à rebours, touchez « Partager pour enregistrer », puis choisissez « Enregistrer la vidéo », ou « Enregistrer dans Fichiers » pour un dossier.',
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
            'Non. Le fichier passe par notre serveur pour arriver jusqu’à vous et n’y est pas conservé. Nous comptons les téléchargements sans votre nom ni votre adresse IP, et le créateur n’est pas prévenu.',
        },
        {
          question: 'Puis-je republier ce que j’ai enregistré ?',
          answer:
            'Vos propres publications, oui. Celles des autres leur appartiennent. Dans de nombreux pays, vous pouvez en garder une copie privée, mais il vous faut l’accord du créateur pour les republier.',
        },
      ],
    },
  },
  consentPage: {
    title: 'Choix des cookies',
    lead: 'L’exploitant de ce site souhaite utiliser ces outils tiers. Ils déposent des cookies et voient quelles pages vous ouvrez. Ici, tout fonctionne aussi sans eux.',
    accepted: 'Vous avez accepté : les outils se chargent.',
    declined: 'Vous avez refusé : aucun outil tiers ne se charge.',
    undecided: 'Vous n’avez pas encore choisi : aucun outil tiers ne se charge.',
    lost: 'Votre navigateur n’a pas gardé le cookie de votre choix : aucun outil tiers ne se charge. Autorisez les cookies de ce site, puis choisissez à nouveau.',
    refused: 'Votre choix n’est pas arrivé : rien n’a changé. Choisissez à nouveau.',
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
  resources: {
    eyebrow: 'Ressources',
    title: 'Outils pour la vidéo courte : un choix commenté',
    description:
      'Montage, lecture, conversion, sous-titres et archivage pour la vidéo courte, décrits et notés avec franchise. La plupart sont gratuits.',
    heading: 'Des outils qui valent le détour',
    lead: 'Des outils pour couper, convertir, sous-titrer et archiver vos vidéos, et pour savoir ce que vous avez le droit d’en faire.',
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
      'Le choix et les étoiles sont l’avis des auteurs de Cleanclip, et non une moyenne de votes. Personne ne paie pour figurer ici, et aucun lien ne rapporte d’argent.',
    rated: 'Note : {count} sur 5',
    free: 'Gratuit',
    featured: 'Recommandé',
    onlyEnglish: 'Les descriptions sont en anglais.',
  },
  statistics: {
    eyebrow: 'Statistiques',
    title: 'La vidéo courte en chiffres : public, poids, formats',
    description:
      'Combien de gens regardent, combien de temps peut durer une vidéo, ce que pèse une minute, ce que HEVC économise : des graphiques, et la source de chaque chiffre.',
    heading: 'La vidéo courte en chiffres',
    lead: 'Chaque chiffre a une source nommée et datée, ou est calculé avec une formule affichée à côté. Aucun n’est inventé.',
    own: 'Sur ce site',
    totals: {
      posts: 'Publications enregistrées',
      lookups: 'Recherches réussies',
      downloads: 'Téléchargements terminés',
    },
    ownNote:
      'Robots exclus, mise à jour toutes les cinq minutes. Les publications que plus personne ne récupère ne sont plus comptées. Les liens récupérés et les téléchargements couvrent les 25 derniers mois.',
    onlyEnglish: 'Les chiffres et leurs explications sont en anglais.',
  },
  outreach: {
    eyebrow: 'Modèles de backlinks',
    title: 'Modèles d’e-mails pour obtenir des backlinks',
    description:
      'Dix e-mails pour articles invités, pages de ressources, liens cassés, tests et plus, prêts à remplir et à copier, avec des stratégies qui n’agacent personne.',
    heading: 'Demander un lien sans déranger',
    lead: 'Des e-mails auxquels on répond : courts, précis et utiles pour le lecteur. Indiquez votre site, copiez, puis réécrivez les passages [entre crochets] pour la personne à qui vous écrivez.',
    yours: 'Votre site',
    yoursNote:
      'Nous l’ajoutons à tous les modèles ci-dessous. Il reste dans l’URL de cette page, et nulle part ailleurs.',
    siteName: 'Nom de votre site',
    siteAddress: 'Adresse de votre site',
    yourName: 'Votre nom',
    fill: 'Remplir les modèles',
    templates: 'Modèles',
    jump: 'Aller à un modèle',
    categories: {
      'guest-post': 'Article invité',
      'resource-page': 'Page de ressources',
      'broken-link': 'Lien cassé',
      'product-review': 'Test de produit',
      'statistics-mention': 'Citation de chiffres',
      interview: 'Entretien',
      testimonial: 'Témoignage',
      podcast: 'Podcast',
      'unlinked-mention': 'Mention sans lien',
      'follow-up': 'Relance',
    },
    subject: 'Objet :',
    body: 'Texte de l’e-mail',
    copyEmail: 'Copier l’e-mail',
    copySubject: 'Copier l’objet',
    openInMail: 'Ouvrir dans votre app de mail',
    strategies: 'Stratégies',
    onlyEnglish: 'Les modèles et les stratégies sont en anglais.',
    optOut: {
      title: 'Ne plus recevoir d’e-mails',
      text: 'Appuyez sur le bouton et nous n’écrirons plus jamais à votre adresse.',
      submit: 'Arrêter ces e-mails',
      doneTitle: 'Vous n’aurez plus de nos nouvelles',
      done: 'Votre adresse est sur la liste des personnes à qui nous n’écrivons plus.',
      unknownTitle: 'Nous ne reconnaissons pas ce lien',
      unknown:
        'Il a peut-être été coupé lors de la copie. Utilisez le lien à la fin de l’e-mail, ou écrivez-nous.',
    },
  },
  press: {
    eyebrow: 'Kit presse',
    title: 'Kit presse : logo, captures d’écran et chiffres clés',
    description:
      'Logo en SVG et PNG, icône, image pour les réseaux, captures, couleurs, une fiche et des textes tout prêts sur le site, libres d’usage dans vos articles.',
    heading: 'Pour tous ceux qui parlent de nous',
    lead: 'Logos, captures d’écran, couleurs et chiffres clés. Utilisez-les sans demander dans des articles, des vidéos et des présentations sur le site.',
    assets: 'Téléchargements',
    types: {
      logo: 'Logo',
      icon: 'Icône',
      socialCard: 'Image pour les réseaux',
      screenshot: 'Capture d’écran',
      factSheet: 'Fiche',
    },
    download: 'Télécharger',
    downloadOf: 'Télécharger {name}',
    preview: 'Aperçu de {name}',
    colors: 'Couleurs',
    colorsNote:
      'Ink et Paper servent au texte, Coral aux boutons et aux liens, Mint est la couleur d’accent.',
    copyColor: 'Copier {name}',
    texts: 'Textes tout prêts',
    short: 'En une phrase',
    long: 'En un paragraphe',
    copyText: 'Copier le texte',
    rules: 'À respecter',
    contact:
      'Des questions ? La page de contact explique comment joindre les personnes qui gèrent ce site.',
    contactLink: 'Contact',
    onlyEnglish: 'Les textes pour la presse sont en anglais.',
  },
  contact: {
    title: 'Contact',
    description: 'Écrivez aux personnes qui gèrent ce site.',
    form: {
      heading: 'Envoyer un message',
      lead: 'Il arrive directement chez les personnes qui gèrent ce site.',
      privacy: 'Ce qui est conservé',
      optional: '(facultatif)',
      name: 'Votre nom',
      email: 'Adresse e-mail',
      emailHint: 'Laissez ce champ vide si vous n’attendez pas de réponse.',
      topic: 'De quoi s’agit-il ?',
      topics: {
        download: 'Un téléchargement',
        ownPost: 'Ma propre publication',
        privacy: 'Confidentialité',
        security: 'Sécurité',
        press: 'Presse et liens',
        general: 'Autre chose',
      },
      message: 'Message',
      submit: 'Envoyer le message',
      orWrite: 'Ou écrivez à',
    },
    problems: {
      fields: 'Votre message n’a pas été envoyé. Vérifiez les champs signalés.',
      required: 'Écrivez votre message.',
      tooLong: 'C’est trop long. La limite est de {max} caractères.',
      email: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
      tooFast:
        'C’était rapide ! Rien n’a encore été envoyé : appuyez de nouveau sur « Envoyer le message ».',
      stale:
        'Cette page est restée ouverte longtemps. Rien n’a encore été envoyé : appuyez de nouveau sur « Envoyer le message ».',
      full: 'Notre boîte de réception est pleine, votre message n’a donc pas été envoyé. Réessayez demain.',
      tooMany: {
        one: 'Nous avons reçu trop de messages de votre réseau. Réessayez dans {n} minute.',
        many: 'Nous avons reçu trop de messages de votre réseau. Réessayez dans {n} de minutes.',
        other: 'Nous avons reçu trop de messages de votre réseau. Réessayez dans {n} minutes.',
      },
    },
    sentTitle: 'Message envoyé',
    sent: 'Merci de nous avoir écrit. Si vous avez laissé une adresse e-mail, la réponse y arrivera.',
  },
  newsletter: {
    title: 'Newsletter',
    description:
      'Les nouveaux guides et les nouveautés par e-mail. Vous confirmez par un lien et vous désabonnez en un clic.',
    heading: 'Les nouveaux guides, par e-mail',
    lead: 'Un court message quand il y a du nouveau à lire. Vous confirmez par e-mail et vous vous désabonnez en un clic. Nous ne transmettons jamais votre adresse.',
    label: 'Adresse e-mail',
    placeholder: 'nom@example.com',
    submit: 'S’abonner',
    privacy: 'Ce qui est conservé',
    empty: 'Saisissez votre adresse e-mail.',
    invalid: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
    tooFast: 'C’était rapide ! Appuyez de nouveau sur « S’abonner ».',
    stale: 'Cette page est restée ouverte longtemps. Appuyez de nouveau sur « S’abonner ».',
    tooMany: {
      one: 'Nous avons reçu trop d’inscriptions de votre réseau. Réessayez dans {n} minute.',
      many: 'Nous avons reçu trop d’inscriptions de votre réseau. Réessayez dans {n} de minutes.',
      other: 'Nous avons reçu trop d’inscriptions de votre réseau. Réessayez dans {n} minutes.',
    },
    sentTitle: 'Encore une étape : consultez votre boîte de réception',
    sent: 'Nous envoyons à {address} un message avec un lien de confirmation, au plus un par jour. Vous ne recevrez pas la newsletter avant d’avoir confirmé. Rien après quelques minutes ? Vérifiez vos courriers indésirables.',
    feedHeading: 'Les nouveaux guides, dans votre lecteur de flux',
    feedLead:
      'Ce site n’envoie pas de newsletter. Ajoutez son flux à votre lecteur de flux : les nouveaux guides y apparaîtront, sans adresse e-mail.',
    feedLink: 'Ouvrir le flux',
    off: 'Rien n’a été enregistré : ce site ne peut pas envoyer d’e-mails pour le moment.',
    confirm: {
      title: 'Confirmez votre abonnement',
      text: 'Appuyez sur le bouton pour recevoir la newsletter à l’adresse où ce lien a été envoyé.',
      submit: 'Confirmer l’abonnement',
      doneTitle: 'Votre abonnement est confirmé',
      done: 'Vous recevrez le prochain numéro. Chaque numéro contient un lien pour se désabonner.',
      unknownTitle: 'Ce lien ne fonctionne plus',
      unknown:
        'Les liens de confirmation sont valables sept jours, et seul le plus récent compte. Abonnez-vous de nouveau pour en recevoir un autre.',
    },
    unsubscribe: {
      title: 'Se désabonner de la newsletter',
      text: 'Appuyez sur le bouton et nous n’enverrons plus la newsletter à votre adresse.',
      submit: 'Se désabonner',
      doneTitle: 'Vous êtes désabonné',
      done: 'Vous ne recevrez plus la newsletter. Vous pouvez vous réabonner à tout moment.',
      unknownTitle: 'Nous ne reconnaissons pas ce lien',
      unknown:
        'Il a peut-être été coupé lors de la copie. Utilisez le lien à la fin du dernier numéro.',
    },
    mail: {
      confirmSubject: 'Confirmez votre abonnement à {site}',
      confirm: {
        before:
          'Quelqu’un (vous, nous l’espérons) a inscrit cette adresse à la newsletter de {site}. Confirmez que vous souhaitez la recevoir :',
        button: 'Confirmer l’abonnement',
      },
      confirmFooter:
        'Le lien est valable sept jours. Si ce n’était pas vous, ignorez cet e-mail. Sans votre confirmation, nous n’enverrons aucune newsletter.',
      knownSubject: 'Vous recevez déjà la newsletter de {site}',
      known: {
        before:
          'Cette adresse a été saisie une nouvelle fois pour la newsletter de {site}. Elle est déjà confirmée, il n’y a donc rien à faire.\n\nPour vous désabonner :',
        button: 'Se désabonner',
      },
    },
  },
  dmca: {
    title: 'Envoyer une notification de droit d’auteur',
    description: 'Le formulaire pour une notification de droit d’auteur selon 17 U.S.C. 512(c)(3).',
    form: {
      lead: 'Tous les champs sont obligatoires, sauf ceux indiqués comme facultatifs.',
      optional: '(facultatif)',
      you: 'Vous',
      claimantName: 'Votre nom complet',
      company: 'Société',
      postalAddress: 'Adresse postale',
      phone: 'Numéro de téléphone',
      email: 'Adresse e-mail',
      capacity: 'Vous envoyez cette notification en tant que',
      owner: 'titulaire du droit d’auteur',
      agent: 'personne autorisée à agir au nom du titulaire',
      ownerName: 'Nom du titulaire (facultatif, sauf si vous agissez pour quelqu’un d’autre)',
      work: 'L’œuvre',
      workTitle: 'Titre de l’œuvre',
      workDescription: 'Description de l’œuvre',
      workDescriptionHint:
        'Ce que c’est, qui l’a créée et quand. Pour plusieurs œuvres, donnez une liste représentative.',
      workAddresses: 'Liens vers l’original, un par ligne',
      posts: 'Les publications',
      links: 'Liens vers les publications, un par ligne',
      linksHint: 'Jusqu’à 50. Tout lien qui mène à une seule publication sur {platforms} convient.',
      remarks: 'Remarques',
      remarksHint: 'Par exemple, la loi que vous invoquez, si ce n’est pas celle des États-Unis.',
      statements: 'Déclarations et signature',
      englishOnly: 'Ces déclarations sont des formules juridiques et restent en anglais.',
      signature: 'Signature : saisissez votre nom complet',
      submit: 'Envoyer la notification',
      privacy: 'Ce qui est conservé',
      orWrite: 'Ou envoyez votre notification, avec tout ce qui est indiqué ici, à',
      again: 'Envoyer une notification',
    },
    problems: {
      summary: {
        one: 'Rien n’a encore été envoyé. {n} champ est à revoir :',
        many: 'Rien n’a encore été envoyé. {n} de champs sont à revoir :',
        other: 'Rien n’a encore été envoyé. {n} champs sont à revoir :',
      },
      required: {
        claimantName: 'Saisissez votre nom complet.',
        postalAddress: 'Saisissez votre adresse postale.',
        phone: 'Saisissez votre numéro de téléphone.',
        email: 'Saisissez votre adresse e-mail.',
        capacity: 'Indiquez si l’œuvre est à vous ou si vous agissez pour son titulaire.',
        ownerName: 'Saisissez le nom du titulaire des droits.',
        workTitle: 'Saisissez le titre de l’œuvre.',
        workDescription: 'Décrivez l’œuvre.',
        links: 'Ajoutez le lien d’au moins une publication.',
        posts: 'Sélectionnez au moins une publication.',
        signature: 'Saisissez votre nom complet pour signer.',
      },
      tooLong: 'C’est trop long. La limite est de {max} caractères.',
      email: 'Saisissez une adresse e-mail valide, par exemple nom@example.com.',
      tick: 'Cette déclaration est obligatoire.',
      changed:
        'Les déclarations ont changé depuis que vous avez ouvert la page. Relisez-les et cochez chacune d’elles.',
      tooMany:
        'Une notification peut citer jusqu’à 50 publications. Envoyez les autres dans une autre notification.',
      badLines: {
        one: '{n} ligne n’est pas un lien vers une publication :',
        many: '{n} de lignes ne sont pas des liens vers des publications :',
        other: '{n} lignes ne sont pas des liens vers des publications :',
      },
      notPost: 'Ce n’est pas un lien vers une publication qui puisse être enregistrée ici.',
      short:
        'Nous n’avons pas pu déterminer où mène ce lien court. Ouvrez-le dans un navigateur et copiez l’URL de la barre d’adresse.',
      tooFast: 'C’était rapide ! Rien n’a encore été envoyé : appuyez de nouveau sur le bouton.',
      stale:
        'Cette page est restée ouverte longtemps. Rien n’a encore été envoyé : vérifiez ce que vous avez écrit et appuyez de nouveau sur le bouton.',
      trap: 'Un champ caché avait été rempli : nous l’avons vidé. Rien n’a encore été envoyé : appuyez de nouveau sur le bouton.',
      closed:
        'Il n’est plus possible de contester le blocage de ces publications. Rien n’a été envoyé. Votre texte se trouve ci-dessous.',
      limit: {
        one: 'Ce formulaire a été envoyé cinq fois depuis votre réseau au cours des dernières 24 heures. Réessayez dans {n} heure, ou indiquez plusieurs publications à la fois.',
        many: 'Ce formulaire a été envoyé cinq fois depuis votre réseau au cours des dernières 24 heures. Réessayez dans {n} d’heures, ou indiquez plusieurs publications à la fois.',
        other:
          'Ce formulaire a été envoyé cinq fois depuis votre réseau au cours des dernières 24 heures. Réessayez dans {n} heures, ou indiquez plusieurs publications à la fois.',
      },
      busy: {
        one: 'Il y a eu trop de tentatives depuis votre réseau. Rien n’a été envoyé. Réessayez dans {n} minute.',
        many: 'Il y a eu trop de tentatives depuis votre réseau. Rien n’a été envoyé. Réessayez dans {n} de minutes.',
        other:
          'Il y a eu trop de tentatives depuis votre réseau. Rien n’a été envoyé. Réessayez dans {n} minutes.',
      },
    },
    status: {
      headings: {
        pending: 'Votre notification est en cours d’examen',
        asked: 'Nous avons besoin d’informations supplémentaires',
        resolved: 'Votre notification a été acceptée',
        rejected: 'Votre notification a été rejetée',
      },
      filedTitle: 'Votre notification a été reçue',
      filed:
        'Elle porte le numéro {report}. L’URL de cette page est votre lien privé vers la notification : conservez-la.',
      filedMail: 'Nous vous envoyons aussi une confirmation avec ce lien par e-mail.',
      link: 'Lien vers cette page',
      pending: 'En attente',
      resolved: 'Résolue',
      rejected: 'Rejetée',
      work: 'Œuvre',
      submitted: 'Envoyée le',
      posts: 'Publications',
      blocked: 'bloquée ici',
      notBlocked: 'non bloquée',
      history: 'Historique',
      fromOperator: 'Message de l’exploitant :',
      fromYou: 'Votre réponse :',
      answer: 'Répondre à l’exploitant',
      answerHint: 'Par exemple, ce qui manquait. Votre réponse sera ajoutée à la notification.',
      send: 'Envoyer la réponse',
      sent: 'Votre réponse a été ajoutée à la notification.',
      empty: 'Écrivez d’abord une réponse.',
      closed: 'Cette notification n’accepte plus de réponse.',
      copy: {
        title: 'Contre-notification',
        received: 'Reçue le',
        sender: 'De',
        statement: 'Déclaration',
        signature: 'Signature',
        window:
          'Les publications seront rétablies entre le {from} et le {until}, sauf si vous nous informez auparavant que vous avez demandé une ordonnance à un tribunal (17 U.S.C. 512(g)(2)(C)).',
      },
      unknownTitle: 'Nous ne reconnaissons pas ce lien',
      unknown: 'Il a peut-être été coupé lors de la copie. Utilisez le lien entier.',
    },
    events: {
      submitted: 'Votre notification a été reçue. L’exploitant du site va l’examiner.',
      approved:
        'Votre notification a été acceptée. Chaque publication qu’elle cite est désormais bloquée ici.',
      rejected: 'Votre notification a été rejetée.',
      asked:
        'L’exploitant a besoin d’informations supplémentaires. La notification reste ouverte en attendant.',
      answered: 'Vous avez répondu à l’exploitant.',
      reopened: 'La décision a été annulée, et la notification est réexaminée.',
      counter_notice: 'Une contre-notification a été reçue.',
      restored: 'Des publications ont été rétablies après une contre-notification.',
      counter_closed:
        'Une contre-notification a été clôturée. Les publications concernées restent bloquées.',
    },
    mail: {
      subjects: {
        submitted: '{report} : notification reçue ({posts})',
        approved: '{report} : notification acceptée ({posts})',
        rejected: '{report} : notification rejetée ({posts})',
        asked: '{report} : informations supplémentaires nécessaires ({posts})',
        answered: '{report} : réponse ajoutée ({posts})',
        reopened: '{report} : nouvel examen ({posts})',
        counter_notice: '{report} : contre-notification reçue ({posts})',
        restored: '{report} : publications rétablies ({posts})',
        counter_closed: '{report} : contre-notification clôturée ({posts})',
      },
      title: 'Notification de droit d’auteur {report}',
      button: 'Voir le statut ou répondre',
      footer:
        'Toute personne qui a ce lien peut voir la notification. Si vous n’avez pas envoyé de notification, quelqu’un d’autre a saisi votre adresse. Merci de nous le signaler.',
    },
    counter: {
      title: 'Envoyer une contre-notification',
      lead: '{site} a reçu une notification de droit d’auteur au sujet des publications ci-dessous, qui sont donc bloquées ici. Si l’une d’elles est de vous et a été bloquée par erreur, vous pouvez contester ce blocage avec ce formulaire. La personne qui a envoyé la notification peut lire votre contre-notification, avec votre nom et votre adresse, sur la page privée de sa notification. Si ce site envoie des e-mails, elle la reçoit aussi par e-mail.',
      report: 'Notification',
      blockedOn: 'Date du blocage',
      posts: 'Publications bloquées par erreur',
      remarksHint:
        'Par exemple, en quoi il s’agit d’une erreur. La personne qui a envoyé la notification peut lire tout ce que vous écrivez.',
      submit: 'Envoyer la contre-notification',
      sentTitle: 'Votre contre-notification a bien été reçue',
      sent: 'Conservez le lien de cette page : vous y verrez la suite.',
      sentMail: 'Nous vous envoyons aussi une confirmation par e-mail.',
      received: 'Contre-notifications reçues',
      waiting: 'Transmise à la personne qui a envoyé la notification',
      notReached: 'Nous n’avons pas encore pu joindre la personne qui a envoyé la notification',
      notReachedHint:
        'Votre contre-notification figure sur la page privée de sa notification. Les jours se comptent à partir de sa réception par nous, même si cette page n’a pas encore été ouverte.',
      restored: 'Les publications ont été rétablies',
      closed: 'Clôturée',
      window:
        'Les publications seront rétablies entre le {from} et le {until}, sauf si cette personne nous informe auparavant qu’elle a demandé une ordonnance à un tribunal.',
      nothingBlocked:
        'Cette notification ne bloque actuellement aucune publication : il n’y a rien à contester.',
      news: {
        received:
          'Votre contre-notification a bien été reçue. La page de ce lien indique si nous avons joint la personne qui a envoyé la notification, et la suite.',
        restored:
          'Votre contre-notification a abouti : les publications concernées ne sont plus bloquées par cette notification.',
        closed:
          'Votre contre-notification a été clôturée et les publications concernées restent bloquées. En général, cela signifie que la personne qui a envoyé la notification a demandé une ordonnance à un tribunal.',
      },
      mail: {
        subjects: {
          received: '{report} : contre-notification reçue ({posts})',
          restored: '{report} : vos publications sont rétablies ({posts})',
          closed: '{report} : contre-notification clôturée ({posts})',
        },
        title: 'Contre-notification relative à {report}',
        button: 'Suivre la contre-notification',
        footer:
          'Si vous n’avez pas envoyé de contre-notification, quelqu’un d’autre a saisi votre adresse. Merci de nous le signaler.',
      },
    },
  },
  blog: {
    title: 'Blog : guides, tutoriels, tendances et astuces',
    description:
      'Enregistrer, garder, monter et créditer des vidéos courtes : des guides et des tutoriels, des tendances expliquées, des astuces d’une minute.',
    heading: 'Blog',
    lead: 'Enregistrer une vidéo, c’est le plus facile. Voici le reste : la garder, la couper et l’utiliser dans les règles.',
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
    empty: 'Aucun article ici pour le moment.',
    readingTime: {
      one: '{n} min de lecture',
      many: '{n} min de lecture',
      other: '{n} min de lecture',
    },
    views: { one: '{n} vue', many: '{n} de vues', other: '{n} vues' },
    related: 'À lire ensuite',
    breadcrumb: 'Fil d’Ariane',
    home: 'Accueil',
  },
  maintenance: {
    title: 'Nous revenons bientôt',
    text: 'Le site est en cours de maintenance. Revenez dans quelques minutes.',
  },
  refusals: {
    slow: {
      title: 'L’envoi a pris trop de temps',
      text: 'Votre connexion est très lente en ce moment. Le formulaire n’est pas arrivé et rien n’a été enregistré. Revenez en arrière : ce que vous avez saisi devrait encore y être. Réessayez ensuite.',
    },
    large: {
      title: 'C’est trop pour un seul envoi',
      text: 'Le formulaire contient plus de texte, ou un fichier plus lourd, que ce que nous pouvons recevoir. Rien n’a été enregistré. Revenez en arrière : ce que vous avez saisi devrait encore y être. Envoyez-en ensuite moins à la fois.',
    },
    unreadable: {
      title: 'Nous n’avons pas pu lire ce formulaire',
      text: 'Il n’est pas arrivé comme nos pages l’envoient, et rien n’a été enregistré. Revenez en arrière, rechargez la page et réessayez.',
    },
    often: {
      title: 'Patientez une minute',
      text: 'Votre réseau a envoyé trop de formulaires que nous n’avons pas pu lire, et rien n’a été enregistré. Revenez en arrière : ce que vous avez saisi devrait encore y être. Réessayez dans une minute.',
    },
    busy: {
      title: 'Un instant',
      text: 'Beaucoup de requêtes arrivent de votre réseau en ce moment. Patientez quelques secondes, puis rechargez cette page.',
    },
  },
  offline: {
    title: 'Vous êtes hors ligne',
    text: 'Cette page se chargera d’elle-même dès que vous serez de nouveau en ligne. Les vidéos déjà téléchargées sont toujours sur votre appareil.',
    again: 'Réessayer',
  },
  shortcuts: {
    paste: 'Coller un lien',
    several: 'Plusieurs liens',
  },
  share: {
    title: 'Télécharger cette publication ?',
    text: 'Une application a partagé ce lien avec {site}.',
    lookUp: 'Rechercher',
    noneTitle: 'Aucun lien de publication trouvé',
    another: 'Coller un lien à la place',
  },
  helpSearch: {
    label: 'Rechercher dans l’aide',
    submit: 'Rechercher',
    found: { one: '{n} réponse', many: '{n} de réponses', other: '{n} réponses' },
    none: 'Aucun résultat. Essayez avec moins de mots ou d’autres mots.',
    all: 'Afficher toute l’aide',
  },
  asked: {
    platform:
      'Pour récupérer une publication, ce serveur ouvre la page publique de la publication sur TikTok. TikTok voit une requête de ce serveur, sans votre adresse IP, vos cookies ni aucune information sur votre navigateur.',
    ytdlp:
      'Il peut aussi utiliser yt-dlp, un programme installé sur ce serveur, qui contacte TikTok depuis celui-ci.',
    service:
      'Ce serveur peut demander les détails de la publication à un service d’extraction ({hosts}). Ce service est exploité par un tiers. Il reçoit le lien et l’adresse de ce serveur, mais ni votre adresse IP, ni vos cookies, ni aucune information sur votre navigateur.',
    others:
      'Pour les liens de {platforms}, ce serveur interroge lui-même le site concerné, sans votre adresse IP, vos cookies ni aucune information sur votre navigateur.',
    bluesky:
      'Une vidéo Bluesky peut se trouver sur un autre serveur, celui qu’utilise le compte de son auteur. Dans ce cas, notre serveur demande à l’annuaire des comptes de Bluesky où elle se trouve, puis la récupère là-bas.',
    noThirdParty: 'Personne d’autre ne reçoit les liens que vous collez.',
    proxy: 'Ces requêtes passent par un serveur proxy choisi par l’exploitant.',
    demo: 'Ce site est en mode démo : chaque lien donne une vidéo d’exemple fournie avec le programme, et personne ne reçoit le lien.',
    nothing:
      'Les téléchargements ne sont pas configurés sur ce site : personne ne reçoit vos liens.',
  },
  status: {
    title: 'État du service',
    description:
      'Vérifiez si les publications de chaque site pris en charge peuvent être récupérées en ce moment, et comment cela a fonctionné ces dernières 24 heures et ces 30 derniers jours.',
    heading: 'État du service',
    lead: 'Ce site récupère-t-il en ce moment les publications de chaque plateforme ?',
    site: 'Ce site fonctionne. Si une plateforme ci-dessous est en panne, la cause vient le plus souvent d’elle : réessayez plus tard.',
    demo: 'Ce site est en mode démo : les liens donnent une vidéo d’exemple.',
    unreachable:
      'Ce serveur n’arrive pas à joindre TikTok pour le moment : les liens TikTok donnent une vidéo d’exemple.',
    working: 'Fonctionne',
    slow: 'Lent',
    failing: 'En panne',
    failingSince: 'En panne depuis le {time}',
    untried: 'Pas encore essayé',
    day: 'Dernières 24 heures',
    month: '30 derniers jours',
    success: '{percent} des demandes ont abouti',
    noLookups: 'Aucune demande',
    median: 'Durée habituelle d’une demande : {time}',
    checked: 'Dernière vérification : {time}',
    bars: 'Chaque barre représente une heure ou un jour, et sa hauteur la part des demandes qui ont abouti. Les publications inexistantes ou non publiques ne comptent pas. Si ce site interroge plusieurs sources pour TikTok, la part de TikTok est une estimation. Heures en UTC.',
    feed: 'Flux des pannes',
    feedTitle: '{site} : pannes',
    outage: '{platform} : les demandes échouent',
    recovered: '{platform} : les demandes fonctionnent à nouveau',
  },
  reference: {
    title: 'Référence de l’API',
    description:
      'Comment d’autres programmes recherchent des liens et enregistrent des fichiers sur ce site : adresses, paramètres, jetons, limites, erreurs et exemples.',
    onlyEnglish: 'La référence est en anglais.',
  },
  supported: {
    title: 'Sites pris en charge',
    description:
      'Les sites dont vous pouvez enregistrer ici les publications publiques, ce que vous pouvez enregistrer de chacun, et si cela fonctionne en ce moment.',
    heading: 'Sites pris en charge',
    lead: 'Copiez le lien d’une publication publique d’un site activé ici et collez-le sur la page d’accueil.',
    off: 'Désactivé sur ce site',
    working: 'Fonctionne',
    trouble: 'Rencontre des problèmes',
    untried: 'Pas encore essayé',
    public:
      'Seules les publications visibles par tous sans connexion peuvent être enregistrées. Les publications privées, réservées aux abonnés ou payantes ne le peuvent pas.',
    checked: 'L’état reflète les demandes et les tests récents de ce serveur.',
    start: 'Coller un lien',
    platforms: {
      tiktok: 'Vidéos, leur son et leurs sous-titres, publications photo',
      x: 'Vidéos, GIF et images, y compris plusieurs par publication',
      bluesky: 'Vidéos et leurs sous-titres, GIF et images',
      pinterest: 'Vidéos et images des épingles, épingles Idées comprises',
      instagram: 'Reels, vidéos et images, y compris plusieurs par publication',
      facebook: 'Vidéos et reels',
      snapchat: 'Vidéos Spotlight',
      reddit: 'Vidéos et images',
      streamable: 'Vidéos publiques',
    },
  },
  batch: {
    title: 'Télécharger plusieurs vidéos TikTok',
    description:
      'Collez les liens de plusieurs publications TikTok, récupérez-les en une fois et enregistrez chaque fichier, ou le tout en un seul ZIP. Gratuit, sans inscription.',
    heading: 'Télécharger plusieurs vidéos',
    lead: 'Collez vos liens, nous nous occupons du reste. Enregistrez chaque fichier séparément, ou le tout en un seul ZIP.',
    label: 'Liens des publications',
    hint: {
      one: 'Jusqu’à {n} lien. Vous pouvez coller un message entier qui en contient un.',
      many: 'Jusqu’à {n} de liens, un par ligne. Vous pouvez coller des messages entiers.',
      other:
        'Jusqu’à {n} liens, un par ligne. Vous pouvez coller des messages entiers qui en contiennent.',
    },
    submit: 'Tout récupérer',
    tooMany:
      'Vous avez collé {links} liens, et la limite est de {max}. Retirez-en quelques-uns et réessayez.',
    full: 'Le site est très sollicité en ce moment. Réessayez dans quelques minutes.',
    yours: 'Vos vidéos',
    progress: '{ready} sur {all} prêts',
    over: {
      one: '{ready} sur {all} prêts, {n} n’a pas pu être récupéré',
      many: '{ready} sur {all} prêts, {n} n’ont pas pu être récupérés',
      other: '{ready} sur {all} prêts, {n} n’ont pas pu être récupérés',
    },
    waiting: 'En attente',
    looking: 'Récupération…',
    retry: 'Réessayer',
    retryAll: 'Réessayer les {n}',
    retryThis: 'Réessayer avec {link}',
    refresh: 'Actualiser',
    refreshes: 'Cette page s’actualise automatiquement.',
    format: 'Enregistrer en',
    hd: 'HD si disponible',
    show: 'Afficher',
    asAbove: 'Comme ci-dessus',
    formatOf: 'Format de {title}',
    saveThis: 'Enregistrer {title}',
    zip: 'Enregistrer {n} en ZIP',
    clips: { one: '{n} vidéo', many: '{n} de vidéos', other: '{n} vidéos' },
    back: 'Retour à vos vidéos',
    zipHint: 'Jusqu’à 2 Go. Chaque publication photo a son propre dossier.',
    kept: 'Les résultats sont conservés une heure. Toute personne disposant du lien de cette page peut les voir.',
    more: 'Récupérer d’autres liens',
    goneTitle: 'Ces résultats ont expiré',
    gone: 'Les résultats sont conservés une heure. Collez de nouveau vos liens pour en obtenir d’autres.',
    notSaved: 'Ces publications ne sont pas dans le ZIP :',
    filesNotSaved: 'Ces fichiers ne sont pas dans le ZIP :',
    notLookedUp: 'Elle n’avait pas encore été récupérée.',
    zipFull: 'Le ZIP a atteint 2 Go. Enregistrez cette publication à part.',
  },
}
