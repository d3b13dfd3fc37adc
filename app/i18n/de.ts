import type { Catalogue } from './catalogue.ts'

/** German. Visitors are addressed as du. */
export const de: Catalogue = {
  header: {
    skip: 'Zum Inhalt',
    nav: 'Seiten',
    menu: 'Menü',
    blog: 'Blog',
    help: 'Hilfe',
    contact: 'Kontakt',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    dmca: 'DMCA',
  },
  footer: {
    claim: '{site} ist der schnellste und zuverlässigste Downloader für TikTok-Videos.',
    download: 'Videos herunterladen',
    nav: 'Weitere Seiten',
    start: 'Downloader',
    howItWorks: 'So geht es',
    features: 'Was es kann',
    faq: 'Fragen',
    pc: 'TikTok-Downloader für den PC',
    extension: 'Alternative zur Chrome-Erweiterung',
    mp4: 'Von TikTok zu MP4',
    read: 'Zum Lesen',
    blog: 'Blog',
    help: 'Hilfe',
    statistics: 'Statistik',
    resources: 'Werkzeuge',
    site: 'Diese Seite',
    contact: 'Kontakt',
    pressKit: 'Pressematerial',
    backlinkBuilder: 'Backlink-Vorlagen',
    legal: 'Rechtliches',
    // The narrow columns of a small phone may break it.
    terms: 'Nutzungs\u00adbedingungen',
    privacy: 'Datenschutz',
    dmca: 'DMCA',
    languages: 'Sprache',
    independent: 'Unabhängig von TikTok und ByteDance.',
  },
  home: {
    title: 'TikTok-Videos ohne Wasserzeichen speichern, HD und MP3',
    description:
      'Füge einen TikTok-Link ein und speichere das Video ohne Wasserzeichen: MP4 bis 1080p, den Ton als MP3 oder alle Bilder einer Fotostrecke. Ohne Anmeldung.',
    headline: ['Der Clip bleibt.', 'Das Logo geht.'],
    lead: 'Speichere TikTok-Videos ohne Wasserzeichen, in HD bis 1080p, oder nur ihren Ton als MP3. Kostenlos, unbegrenzt, ohne Anmeldung.',
    steps: {
      eyebrow: 'So geht es',
      heading: 'Drei Handgriffe, und du hast ihn',
      copyTitle: 'Link kopieren',
      copy: 'Tippe in der TikTok-App auf Teilen und dann auf Link kopieren. Im Browser nimmst du, was in der Adresszeile steht.',
      pasteTitle: 'Hier einfügen',
      paste:
        'Füge ihn oben in das Feld ein und drücke Herunterladen. Auch eine ganze Nachricht geht, wir finden den Link darin.',
      saveTitle: 'Datei speichern',
      save: 'Wähle ein Format und drücke Jetzt herunterladen. Sobald die Datei bereit ist, speicherst du sie. Auf dem iPhone oder iPad bringt Zum Speichern teilen das Video in Fotos.',
    },
    features: {
      eyebrow: 'Was es kann',
      heading: 'Alles vom Beitrag, nichts obendrauf',
      watermarkTitle: 'Kein Wasserzeichen',
      watermark:
        'Du bekommst die Datei, wie sie vor dem Logo war. Nichts wird abgeschnitten, verwischt oder übermalt.',
      hdTitle: 'HD bis 1080p',
      hd: 'Angeboten, wo der Beitrag eine HD-Datei hat, mit ihrer Größe. So weißt du vor dem Speichern Bescheid.',
      mp3Title: 'Ton als MP3',
      mp3: 'Nur der Ton, mit 192 kbit/s. Titel und Autor sind in der Datei gespeichert.',
      slideshowTitle: 'Fotostrecken',
      slideshow: 'Fotobeiträge als einzelne Bilder oder alle in einem ZIP, und den Ton dazu.',
      registrationTitle: 'Keine Anmeldung',
      registration: 'Kein Konto, keine E-Mail-Adresse, keine App. Wir fragen nur nach dem Link.',
      freeTitle: 'Unbegrenzt und kostenlos',
      free: 'So viele Clips, wie du willst, ohne Bezahlung. Werbeplätze bezahlen die Server.',
      scriptTitle: 'Läuft ohne JavaScript',
      script:
        'Unter jedem Schritt liegt eine einfache Seite. Alte Handys und strenge Browser bekommen dieselbe Datei.',
      cookiesTitle: 'Keine Tracking-Cookies',
      cookies:
        'Besuche werden auf unserem eigenen Server gezählt, ohne Cookies. Niemand läuft dir hinterher.',
      choiceTitle: 'Du entscheidest',
      choice:
        'Unsere eigene Zählung der Besuche braucht keine Cookies. Werkzeuge anderer Firmen laden nur, wenn du zustimmst.',
    },
    faq: {
      eyebrow: 'Fragen',
      heading: 'Oft gefragt',
      more: 'Deine Frage ist nicht dabei? Die Hilfe geht alle Schritte und alle Meldungen durch.',
      moreLink: 'Hilfe öffnen',
      items: [
        {
          question: 'Ist das wirklich kostenlos, und gibt es eine Grenze?',
          answer:
            'Es kostet nichts, und du kannst so viele Beiträge speichern, wie du willst. Nur bei sehr vielen Anfragen in einer Minute wartest du ein wenig, damit für alle Platz ist.',
        },
        {
          question: 'Brauche ich ein Konto oder eine App?',
          answer:
            'Nein. Es ist eine Webseite: Sie läuft im Browser auf Handy, Tablet oder Computer und will nur den Link wissen.',
        },
        {
          question: 'Wie speichere ich ein Video auf dem iPhone oder iPad?',
          answer:
            'Öffne diese Seite in Safari, frage den Beitrag ab und drücke Jetzt herunterladen. Drücke nach dem Countdown Zum Speichern teilen und wähle Video sichern für Fotos oder In Dateien sichern für einen Ordner.',
        },
        {
          question: 'Warum gibt es mein Video nicht in HD?',
          answer:
            'HD gibt es, wenn der Beitrag eine HD-Datei hat. Manche wurden kleiner hochgeladen, und sie zu vergrößern brächte nur mehr Bytes. Dann ist das einfache MP4 das Beste, was es gibt.',
        },
        {
          question: 'Kann ich eine Fotostrecke speichern oder nur den Ton?',
          answer:
            'Beides. Ein Fotobeitrag gibt dir alle Bilder, einzeln oder zusammen in einem ZIP. MP3 gibt dir den Ton eines Videos oder einer Fotostrecke.',
        },
        {
          question: 'Wo ist die Datei gelandet?',
          answer:
            'Im Ordner Downloads: auf dem Computer in dem deines Browsers, auf Android in dem der App Dateien, auf dem iPhone in dem von Dateien, oder in Fotos, wenn du Video sichern gewählt hast.',
        },
        {
          question: 'Warum geht mein Link nicht?',
          answer:
            'Der Link muss zu einem einzelnen öffentlichen Beitrag führen. Profile, Sounds, Hashtags und Livestreams enthalten viele oder keinen; private und gelöschte Beiträge kann niemand holen.',
        },
        {
          question: 'Behaltet ihr meine Videos, wisst ihr, was ich gespeichert habe?',
          answer:
            'Nein. Die Datei läuft auf dem Weg zu dir durch den Server und bleibt nicht dort, und keine Liste sagt, wer was gespeichert hat. Auch der Autor erfährt nichts davon.',
        },
        {
          question: 'Darf ich verwenden, was ich gespeichert habe?',
          answer:
            'Deine eigenen Beiträge, ja. Die anderer Leute gehören ihnen: Eine private Kopie ist in vielen Ländern erlaubt, aber neu veröffentlichen darfst du sie nur, wenn der Autor zustimmt.',
        },
      ],
    },
  },
  downloader: {
    label: 'TikTok-Link',
    placeholder: 'https://www.tiktok.com/@name/video/…',
    paste: 'Einfügen',
    submit: 'Herunterladen',
    processing: 'Wird verarbeitet',
    clear: 'Link löschen',
    drop: 'Lass den Link hier los',
    cancel: 'Abbrechen',
    stillTrying: 'Dauert noch einen Moment …',
    hint: 'Link in der TikTok-App kopieren → Hier einfügen → Herunterladen',
    demo: 'Demobetrieb: Jeder Link gibt denselben Beispielclip.',
    unreachable:
      'Dieser Server kann TikTok nicht erreichen, deshalb gibt jeder Link den Beispielclip.',
  },
  errors: {
    empty: 'Bitte gib einen TikTok-Link ein',
    invalid: 'Bitte gib einen gültigen TikTok-Link ein',
    failed:
      'Die Videodaten konnten nicht abgerufen werden. Bitte prüfe den Link und versuche es noch einmal.',
    unexpected:
      'Bei der Verarbeitung deiner Anfrage ist ein Fehler aufgetreten. Bitte versuche es noch einmal.',
    clipboardDenied:
      'Zugriff auf die Zwischenablage verweigert. Bitte erlaube deinem Browser den Zugriff oder füge den Link selbst mit Strg+V (Cmd+V auf dem Mac) ein.',
    clipboardEmpty: 'Die Zwischenablage ist leer. Bitte kopiere zuerst einen TikTok-Link.',
    clipboardFailed:
      'Kein Zugriff auf die Zwischenablage möglich. Bitte füge den Link selbst mit Strg+V (Cmd+V auf dem Mac) ein.',
    offline: 'Du bist offline',
    removed: 'Dieser Beitrag ist hier nicht verfügbar.',
  },
  hints: {
    profile: 'Dieser Link führt zu einem Profil. Öffne einen der Beiträge und kopiere dessen Link.',
    live: 'Livestreams lassen sich nicht speichern. Beiträge schon.',
    sound:
      'Dieser Link führt zu einem Sound. Öffne einen Beitrag, der ihn verwendet, und kopiere dessen Link.',
    tag: 'Dieser Link führt zu einem Hashtag. Öffne einen der Beiträge und kopiere dessen Link.',
    collection:
      'Dieser Link führt zu einer Sammlung. Öffne einen der Beiträge und kopiere dessen Link.',
    playlist:
      'Dieser Link führt zu einer Playlist. Öffne einen der Beiträge und kopiere dessen Link.',
    login: 'Dieser Link führt zu einer Anmeldeseite. Nimm in der App Teilen → Link kopieren.',
    badId:
      'Der Link sieht abgeschnitten aus. Kopiere ihn in der App noch einmal: Teilen → Link kopieren.',
    unknownPath:
      'Dieser Link führt nicht zu einem Beitrag. Nimm in der App Teilen → Link kopieren.',
    notFound: 'Vielleicht ist er privat, gelöscht oder nicht in jedem Land zu sehen.',
    gone: 'Dieser Beitrag wurde gelöscht oder es gibt ihn nicht.',
    private: 'Dieser Beitrag ist privat.',
    age: 'Dieser Beitrag hat eine Altersbeschränkung und ist nur sichtbar, wenn man in der App angemeldet ist.',
    region: 'Dieser Beitrag ist in dem Land, in dem dieser Server steht, nicht verfügbar.',
    restricted: 'Dieser Beitrag wird gerade geprüft oder wurde von der Plattform eingeschränkt.',
    unsupported:
      'Diese Art von Beitrag lässt sich nicht herunterladen. Videos und Fotobeiträge schon.',
    dailyLimit: 'Die Grenze für heute ist erreicht. Komm bitte morgen wieder.',
    busy: {
      one: 'Gerade ist hier viel los. Versuche es in {n} Sekunde noch einmal.',
      other: 'Gerade ist hier viel los. Versuche es in {n} Sekunden noch einmal.',
    },
    refusedHere: 'TikTok lehnt Anfragen dieses Servers gerade ab. Versuche es später noch einmal.',
    pageChanged:
      'TikTok hat seine Seite geändert, deshalb kann diese Website sie gerade nicht lesen. Versuche es später noch einmal.',
    unavailable:
      'Der Videodienst antwortet im Moment nicht. Versuche es in ein paar Minuten noch einmal.',
    tooMany: {
      one: 'Aus deinem Netz kamen sehr viele Anfragen. Versuche es in {n} Sekunde noch einmal.',
      other: 'Aus deinem Netz kamen sehr viele Anfragen. Versuche es in {n} Sekunden noch einmal.',
    },
    offline: 'Prüf deine Verbindung und versuch es dann noch einmal.',
    removed: 'Er wurde auf dieser Seite nach einer Meldung oder vom Betreiber entfernt.',
  },
  result: {
    by: 'von {author}',
    untitled: 'Beitrag ohne Titel',
    coverAlt: 'Vorschaubild des Beitrags',
    downloadNow: 'Jetzt herunterladen',
    images: 'Bilder',
    image: 'Bild {number}',
    saveImage: 'Bild {number} speichern',
    formats: 'Format',
    mp3Quality: '192 kbit/s',
    zipImages: { one: '{n} Bild', other: '{n} Bilder' },
    more: 'Mehr',
    less: 'Weniger',
    play: 'Vorschau abspielen',
    preview: 'Vorschau ohne Ton',
    tickHint: 'Hake Bilder an, damit nur sie ins ZIP kommen.',
    tick: 'Bild {number} ins ZIP nehmen',
    inZip: 'Im ZIP',
    enlarge: 'Bild {number} vergrößern',
    position: 'Bild {number} von {count}',
    previous: 'Vorheriges Bild',
    next: 'Nächstes Bild',
    save: 'Speichern',
  },
  prepare: {
    title: 'Dein Download wird vorbereitet …',
    countdown: {
      one: 'Dein Download ist in {n} Sekunde bereit',
      other: 'Dein Download ist in {n} Sekunden bereit',
    },
    checking: 'Die Datei wird geprüft …',
    ready: 'Dein Download ist bereit',
    close: 'Schließen',
    downloadNow: 'Jetzt herunterladen',
    iosHeading: 'Auf deinem iPhone oder iPad speichern',
    iosShare: 'Drücke Zum Speichern teilen und wähle Video sichern.',
    iosSafari:
      'Oder drücke In Safari öffnen, tippe dort auf die Teilen-Taste und wähle In Dateien sichern.',
    iosFiles:
      'Oder kopiere den Link und füge ihn in eine Dateimanager-App ein, die Links herunterlädt.',
    shareToSave: 'Zum Speichern teilen',
    openInSafari: 'In Safari öffnen',
    fileLink: 'Link zur Datei',
    copyLink: 'Link kopieren',
    back: 'Zurück zur Startseite',
    ad: 'Anzeige',
    savedTitle: 'Gespeichert',
    saved: 'Du findest die Datei in den Downloads deines Browsers.',
    saveAgain: 'Noch einmal speichern',
    saveAnother: 'Noch einen Clip speichern',
    otherFormats: 'Andere Formate',
    tryAgain: 'Erneut versuchen',
  },
  saveProblem: {
    expiredTitle: 'Dieser Download-Link ist abgelaufen',
    expired:
      'Download-Links gelten zehn Minuten. Frage den Beitrag neu ab, dann bekommst du einen frischen.',
    invalidTitle: 'Dieser Download-Link ist ungültig',
    invalid:
      'Vielleicht wurde er beim Kopieren abgeschnitten. Fang noch einmal mit dem Link des Beitrags an.',
    removedTitle: 'Dieser Beitrag ist hier nicht verfügbar',
    noSuchFileTitle: 'Dieser Beitrag hat keine solche Datei',
    noSuchFile: 'Vielleicht hat er sich geändert, seit er abgefragt wurde.',
    noSoundTitle: 'Dieser Beitrag hat keinen Ton',
    noSound: 'Es gibt nichts, woraus ein MP3 werden könnte. Das Video selbst lässt sich speichern.',
    busyTitle: 'Zu viele Downloads auf einmal',
    busy: {
      one: 'Im Moment sind alle Plätze belegt. Versuche es in {n} Sekunde noch einmal.',
      other: 'Im Moment sind alle Plätze belegt. Versuche es in {n} Sekunden noch einmal.',
    },
    unavailableTitle: 'Die Datei ist im Moment nicht zu bekommen',
    unavailable:
      'Der Ort, an dem die Datei liegt, hat nicht richtig geantwortet. Bitte versuche es noch einmal.',
    silent:
      'Diese Seite hat nicht geantwortet. Prüfe deine Verbindung und versuche es noch einmal.',
    tooLargeTitle: 'Diese Datei ist zu groß',
    tooLarge: 'Sie ist größer oder länger, als diese Seite ausliefert.',
    lookUpAgain: 'Neu abfragen',
  },
  recent: {
    title: 'Letzte Downloads',
    note: 'Nur auf diesem Gerät gespeichert.',
    clear: 'Leeren',
    turnOff: 'Ausschalten',
    off: 'Letzte Downloads sind auf diesem Gerät ausgeschaltet.',
    turnOn: 'Einschalten',
  },
  resources: {
    eyebrow: 'Werkzeuge',
    title: 'Werkzeuge für kurze Videos: von Hand ausgewählt',
    description:
      'Schnitt, Wiedergabe, Umwandlung, Untertitel und Archiv für kurze Videos, ehrlich beschrieben und von unserer Redaktion bewertet. Das meiste ist kostenlos.',
    heading: 'Werkzeuge, die sich lohnen',
    lead: 'Was nach dem Speichern kommt: den Clip schneiden, umwandeln, untertiteln, aufheben und wissen, was du damit darfst.',
    filter: 'Nach Kategorie filtern',
    all: 'Alle',
    categories: {
      videoEditing: 'Videoschnitt',
      players: 'Player',
      converters: 'Umwandlung',
      audio: 'Audio',
      captions: 'Untertitel',
      archiving: 'Archivieren',
      images: 'Bilder',
      stock: 'Musik, Klänge und Schriften',
      rights: 'Rechte',
      publishing: 'Veröffentlichen',
    },
    count: { one: '{n} Eintrag.', other: '{n} Einträge.' },
    ownOpinion:
      'Die Sterne sind die Meinung unserer Redaktion, in ganzen Sternen, kein Durchschnitt von Stimmen. Niemand bezahlt für einen Eintrag, und an keinem Link verdienen wir etwas.',
    rated: '{count} von 5 Sternen',
    free: 'Kostenlos',
    featured: 'Empfohlen',
    onlyEnglish: 'Die Beschreibungen sind auf Englisch.',
  },
  statistics: {
    eyebrow: 'Statistik',
    title: 'Kurze Videos in Zahlen: Publikum, Größen, Formate',
    description:
      'Wie viele Menschen zusehen, wie lang Clips sein dürfen, was eine Minute in jeder Auflösung wiegt, was HEVC spart: Diagramme mit der Quelle jeder Zahl.',
    heading: 'Kurze Videos in Zahlen',
    lead: 'Jede Zahl hier hat jemand veröffentlicht, den wir mit Datum nennen, oder sie folgt aus einer Formel, die daneben steht. Keine ist geraten.',
    own: 'Auf dieser Seite',
    totals: {
      posts: 'Verzeichnete Beiträge',
      lookups: 'Erfolgreiche Abfragen',
      downloads: 'Ganz gespeicherte Dateien',
    },
    ownNote:
      'Von dieser Seite selbst gezählt, ohne Bots, und höchstens fünf Minuten alt. Beiträge, nach denen niemand mehr fragt, verlassen das Verzeichnis; Abfragen und Dateien sind die der letzten 25 Monate.',
    onlyEnglish: 'Die Zahlen und ihre Erklärungen sind auf Englisch.',
  },
  outreach: {
    eyebrow: 'Backlink-Vorlagen',
    title: 'Backlink-Vorlagen: E-Mails, die Links einbringen',
    description:
      'Zehn E-Mails für Gastbeiträge, Linklisten, kaputte Links, Testberichte und mehr, zum Ausfüllen und Kopieren, mit Strategien, die niemanden nerven.',
    heading: 'Um einen Link bitten und gern gesehen bleiben',
    lead: 'E-Mails, die beantwortet werden: kurz, konkret und mit Nutzen für den, der sie liest. Trag deine Seite ein, kopiere, und schreibe die Teile in [eckigen Klammern] für die Person um, der du schreibst.',
    yours: 'Deine Seite',
    yoursNote:
      'Wird unten in jede Vorlage eingesetzt. Es steht in der Adresse dieser Seite und nirgends sonst.',
    siteName: 'Name deiner Seite',
    siteAddress: 'Adresse deiner Seite',
    yourName: 'Dein Name',
    fill: 'Vorlagen ausfüllen',
    templates: 'Vorlagen',
    jump: 'Zu einer Vorlage springen',
    categories: {
      guestPost: 'Gastbeitrag',
      resourcePage: 'Linkliste',
      brokenLink: 'Kaputter Link',
      productReview: 'Testbericht',
      statistics: 'Zahlen als Quelle',
      interview: 'Interview',
      testimonial: 'Kundenstimme',
      podcast: 'Podcast',
      unlinkedMention: 'Erwähnung ohne Link',
      followUp: 'Nachfassen',
    },
    subject: 'Betreff:',
    body: 'Text der E-Mail',
    copyEmail: 'E-Mail kopieren',
    copySubject: 'Betreff kopieren',
    openInMail: 'In der Mail-App öffnen',
    strategies: 'Strategien',
    onlyEnglish: 'Die Vorlagen und Strategien sind auf Englisch.',
  },
  copy: {
    copied: 'Kopiert!',
    failed:
      'Das hat nicht geklappt. Der Text ist markiert: Kopiere ihn mit Strg+C (Cmd+C auf dem Mac).',
  },
  press: {
    eyebrow: 'Pressematerial',
    title: 'Pressematerial: Logo, Bildschirmfotos und Fakten',
    description:
      'Logo als SVG und PNG, Symbol, Vorschaubild, Bildschirmfotos, Farben, ein Datenblatt und fertige Texte über die Seite, frei verwendbar in Berichten.',
    heading: 'Für alle, die über uns schreiben',
    lead: 'Logos, Bildschirmfotos, Farben und Fakten. Verwende sie ohne Rückfrage in Artikeln, Videos und Vorträgen über die Seite.',
    assets: 'Downloads',
    types: {
      logo: 'Logo',
      icon: 'Symbol',
      socialCard: 'Vorschaubild für soziale Netze',
      screenshot: 'Bildschirmfoto',
      factSheet: 'Datenblatt',
    },
    download: 'Herunterladen',
    downloadOf: '{name} herunterladen',
    preview: 'Vorschau: {name}',
    colours: 'Farben',
    coloursNote:
      'Ink und Paper tragen den Text. Coral ist für alles, was man drücken kann, Mint für den Schnitt.',
    copyColour: '{name} kopieren',
    texts: 'Fertige Texte',
    short: 'In einem Satz',
    long: 'In einem Absatz',
    copyText: 'Text kopieren',
    rules: 'Bitte',
    contact:
      'Fragen? Auf der Kontaktseite steht, wie du die Leute erreichst, die diese Seite betreiben.',
    contactLink: 'Kontakt',
    onlyEnglish: 'Die Texte für die Presse sind auf Englisch.',
  },
  contact: {
    title: 'Kontakt',
    description: 'Schreib den Leuten, die diese Seite betreiben.',
    form: {
      heading: 'Nachricht schreiben',
      lead: 'Sie geht direkt an die Leute, die diese Seite betreiben.',
      privacy: 'Was gespeichert wird',
      optional: '(freiwillig)',
      name: 'Dein Name',
      email: 'E-Mail-Adresse',
      emailHint: 'Lass das Feld leer, wenn du keine Antwort brauchst.',
      topic: 'Worum geht es?',
      topics: {
        download: 'Ein Problem mit einem Download',
        ownPost: 'Ein Beitrag von mir',
        privacy: 'Datenschutz',
        security: 'Sicherheit',
        press: 'Presse und Links',
        general: 'Etwas anderes',
      },
      message: 'Nachricht',
      submit: 'Nachricht senden',
      orWrite: 'Oder schreib an',
    },
    problems: {
      fields: 'Deine Nachricht wurde nicht gesendet. Bitte prüfe die markierten Felder.',
      required: 'Bitte schreib eine Nachricht.',
      tooLong: 'Das ist zu lang. Möglich sind {max} Zeichen.',
      email: 'Bitte gib eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
      tooFast:
        'Das ging schnell! Es wurde noch nichts gesendet: Bitte drücke noch einmal Nachricht senden.',
      stale:
        'Diese Seite war lange offen. Es wurde noch nichts gesendet: Bitte drücke noch einmal Nachricht senden.',
      full: 'Es warten zu viele ungelesene Nachrichten, deshalb konnte deine nicht gespeichert werden. Bitte versuche es morgen noch einmal.',
      tooMany: {
        one: 'Aus deinem Netz kamen gerade viele Nachrichten. Bitte versuche es in {n} Minute noch einmal.',
        other:
          'Aus deinem Netz kamen gerade viele Nachrichten. Bitte versuche es in {n} Minuten noch einmal.',
      },
    },
    sentTitle: 'Nachricht gesendet',
    sent: 'Danke, dass du schreibst. Wenn du eine E-Mail-Adresse angegeben hast, geht die Antwort dorthin.',
  },
  newsletter: {
    title: 'Newsletter',
    description:
      'Neue Ratgeber und Änderungen am Werkzeug per E-Mail. Mit einem Link bestätigt, mit einem Klick beendet.',
    heading: 'Neue Ratgeber per E-Mail',
    lead: 'Eine kurze Nachricht, wenn es etwas Neues zu lesen gibt. Bestätigen per E-Mail, abbestellen mit einem Klick. Deine Adresse geben wir nicht weiter.',
    label: 'E-Mail-Adresse',
    placeholder: 'name@example.com',
    submit: 'Abonnieren',
    sending: 'Wird gesendet …',
    privacy: 'Was gespeichert wird',
    empty: 'Bitte gib deine E-Mail-Adresse ein.',
    invalid: 'Bitte gib eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
    tooFast: 'Das ging schnell! Bitte drücke noch einmal Abonnieren.',
    stale: 'Diese Seite ist schon lange offen. Bitte drücke noch einmal Abonnieren.',
    tooMany: {
      one: 'Aus deinem Netz kamen sehr viele Anmeldungen. Versuche es in {n} Minute noch einmal.',
      other:
        'Aus deinem Netz kamen sehr viele Anmeldungen. Versuche es in {n} Minuten noch einmal.',
    },
    failed:
      'Es konnte nicht gesendet werden. Bitte prüfe deine Verbindung und versuche es noch einmal.',
    sentTitle: 'Noch ein Schritt: Sieh in dein Postfach',
    sent: 'Wir schicken eine Nachricht an {address}. Drücke den Link darin, um zu bestätigen; bis dahin bekommst du keinen Newsletter. Nach ein paar Minuten nichts da? Sieh im Spam-Ordner nach.',
    storedTitle: 'Fast fertig: noch per E-Mail bestätigen',
    stored:
      'Wir schicken einen Link zum Bestätigen an {address}. Bis du bestätigt hast, bekommst du keinen Newsletter.',
    confirm: {
      title: 'Bestätige dein Abo',
      text: 'Drücke den Knopf, um den Newsletter an die Adresse zu bekommen, an die dieser Link ging.',
      submit: 'Abo bestätigen',
      doneTitle: 'Du bist dabei',
      done: 'Deine Adresse ist bestätigt. In jeder Ausgabe steht ein Link zum Abbestellen.',
      unknownTitle: 'Dieser Link geht nicht mehr',
      unknown:
        'Links zum Bestätigen gelten sieben Tage, und nur der neueste zählt. Melde dich noch einmal an, dann bekommst du einen neuen.',
    },
    unsubscribe: {
      title: 'Newsletter abbestellen',
      text: 'Drücke den Knopf, dann geht keine Ausgabe mehr an die Adresse, zu der dieser Link gehört.',
      submit: 'Abbestellen',
      doneTitle: 'Der Newsletter ist abbestellt',
      done: 'Du bekommst keine Ausgabe mehr. Du kannst jederzeit wiederkommen.',
      unknownTitle: 'Diesen Link kennen wir nicht',
      unknown:
        'Vielleicht wurde er beim Kopieren abgeschnitten. Nimm den Link am Ende der neuesten Ausgabe.',
    },
    mail: {
      confirmSubject: 'Bitte bestätige dein Abo von {site}',
      confirm:
        'Hallo,\n\njemand, hoffentlich du, hat diese Adresse für den Newsletter von {site} eingetragen. Um ihn zu bekommen, öffne diesen Link und drücke den Knopf:\n\n{link}\n\nDer Link gilt sieben Tage. Warst du es nicht, brauchst du nichts zu tun: Ohne deine Bestätigung wird kein Newsletter gesendet.\n\n{site}\n{home}\n',
      knownSubject: 'Du hast {site} schon abonniert',
      known:
        'Hallo,\n\ndiese Adresse wurde noch einmal für den Newsletter von {site} eingetragen. Sie steht schon auf der Liste und ist bestätigt, es gibt also nichts zu tun.\n\nZum Abbestellen öffne diesen Link und drücke den Knopf:\n\n{link}\n\n{site}\n{home}\n',
    },
  },
  dmca: {
    title: 'Urheberrechtsmeldung senden',
    description: 'Das Formular für eine Urheberrechtsmeldung nach 17 U.S.C. 512(c)(3).',
    form: {
      lead: 'Alle Felder müssen ausgefüllt werden, außer denen, die als freiwillig bezeichnet sind.',
      optional: '(freiwillig)',
      you: 'Du',
      claimantName: 'Dein voller Name',
      company: 'Firma',
      postalAddress: 'Postanschrift',
      phone: 'Telefonnummer',
      email: 'E-Mail-Adresse',
      capacity: 'Du sendest diese Meldung als',
      owner: 'Inhaber des Rechts',
      agent: 'jemand, der für den Inhaber handeln darf',
      ownerName: 'Name des Inhabers, wenn du für jemand anderen handelst',
      work: 'Das Werk',
      workTitle: 'Titel des Werks',
      workDescription: 'Beschreibung des Werks',
      workDescriptionHint:
        'Was es ist, wer es wann gemacht hat. Bei mehreren Werken eine Liste, die sie vertritt.',
      workAddresses: 'Wo das Original zu sehen ist, eine Adresse pro Zeile',
      posts: 'Die Beiträge',
      links: 'Links der TikTok-Beiträge, einer pro Zeile',
      linksHint: '1 bis 50. Jeder Link, der zu einem einzelnen Beitrag führt, ist recht.',
      remarks: 'Sonstiges',
      remarksHint: 'Zum Beispiel, auf welches Recht du dich stützt, wenn es nicht das der USA ist.',
      statements: 'Erklärungen und Unterschrift',
      englishOnly: 'Die Erklärungen werden auf Englisch abgegeben, Wort für Wort.',
      signature: 'Unterschrift: Tippe deinen vollen Namen',
      submit: 'Meldung senden',
      privacy: 'Was gespeichert wird',
      orWrite: 'Oder sende deine Meldung mit allem, was hier aufgeführt ist, an',
      again: 'Eine Meldung senden',
    },
    problems: {
      summary: {
        one: 'Die Meldung wurde nicht gesendet. Sieh dir {n} Feld noch einmal an:',
        other: 'Die Meldung wurde nicht gesendet. Sieh dir {n} Felder noch einmal an:',
      },
      required: 'Das fehlt.',
      tooLong: 'Das ist zu lang: höchstens {max} Zeichen.',
      email: 'Bitte gib eine gültige E-Mail-Adresse ein, etwa name@example.com.',
      tick: 'Ohne diese Erklärung ist die Meldung nicht gültig.',
      changed:
        'Die Erklärungen haben sich geändert, seit du die Seite geöffnet hast. Lies sie noch einmal und setze die Häkchen.',
      tooMany: 'Eine Meldung darf 50 Beiträge nennen. Sende die übrigen in einer zweiten.',
      badLines: {
        one: '{n} Zeile ist kein Link eines Beitrags:',
        other: '{n} Zeilen sind keine Links von Beiträgen:',
      },
      notPost: 'Das ist kein Link eines TikTok-Beitrags.',
      short:
        'Wir konnten nicht herausfinden, wohin dieser Kurzlink führt. Öffne ihn im Browser und kopiere die Adresse von dort.',
      tooFast:
        'Das ging schnell! Es wurde noch nichts gesendet: Bitte drücke den Knopf noch einmal.',
      stale:
        'Diese Seite war lange offen. Es wurde nichts gesendet: Bitte prüfe, was du geschrieben hast, und drücke den Knopf noch einmal.',
      trap: 'Etwas hat ein Feld ausgefüllt, das Menschen nicht sehen, und es wurde geleert. Es wurde nichts gesendet: Bitte drücke den Knopf noch einmal.',
      limit: {
        one: 'Aus deinem Netz kamen fünf Meldungen an einem Tag. Versuch es in {n} Stunde wieder, oder nenne mehrere Beiträge in einer Meldung.',
        other:
          'Aus deinem Netz kamen fünf Meldungen an einem Tag. Versuch es in {n} Stunden wieder, oder nenne mehrere Beiträge in einer Meldung.',
      },
      busy: {
        one: 'Das waren viele Versuche aus deinem Netz. Es wurde nichts gesendet: Versuch es in {n} Minute wieder.',
        other:
          'Das waren viele Versuche aus deinem Netz. Es wurde nichts gesendet: Versuch es in {n} Minuten wieder.',
      },
    },
    status: {
      title: 'Meldung {report}',
      filedTitle: 'Deine Meldung ist angekommen',
      filed:
        'Sie hat die Nummer {report}. Diese Seite ist ihr privater Link: Heb die Adresse auf, sie ist der Schlüssel zu deiner Meldung.',
      filedMail: 'Eine Bestätigung mit diesem Link geht dir auch per E-Mail zu.',
      link: 'Link zu dieser Seite',
      state: 'Stand',
      pending: 'Offen',
      resolved: 'Erledigt',
      rejected: 'Abgelehnt',
      work: 'Werk',
      submitted: 'Gesendet am',
      posts: 'Beiträge',
      blocked: 'hier gesperrt',
      notBlocked: 'nicht gesperrt',
      history: 'Was geschehen ist',
      fromOperator: 'Nachricht des Betreibers:',
      fromYou: 'Deine Antwort:',
      answer: 'Dem Betreiber antworten',
      answerHint: 'Zum Beispiel, was gefehlt hat. Die Antwort wird Teil der Meldung.',
      send: 'Antwort senden',
      sent: 'Deine Antwort gehört jetzt zur Meldung.',
      empty: 'Bitte schreib zuerst eine Antwort.',
      closed: 'Zu dieser Meldung kann nicht mehr geantwortet werden.',
      unknownTitle: 'Diesen Link kennt die Seite nicht',
      unknown: 'Vielleicht wurde er beim Kopieren abgeschnitten. Es braucht die ganze Adresse.',
    },
    events: {
      submitted: 'Deine Meldung ist angekommen. Der Betreiber der Seite wird sie lesen.',
      approved: 'Die Meldung ist gültig: Jeder darin genannte Beitrag ist hier gesperrt.',
      rejected: 'Die Meldung wurde abgelehnt.',
      asked: 'Der Betreiber braucht noch etwas von dir. Die Meldung bleibt so lange offen.',
      answered: 'Du hast dem Betreiber geantwortet.',
      reopened: 'Die Entscheidung wurde zurückgenommen; die Meldung wird noch einmal geprüft.',
      counter_notice: 'Eine Gegendarstellung ist angekommen.',
      restored: 'Nach einer Gegendarstellung wurden Beiträge wieder freigegeben.',
      counter_closed: 'Eine Gegendarstellung wurde geschlossen; ihre Beiträge bleiben gesperrt.',
    },
    mail: {
      subject: '{report}: deine Urheberrechtsmeldung an {site}',
      text: 'Hallo,\n\nes geht um die Urheberrechtsmeldung {report}.\n\n{what}\n\n{note}Ihren Stand, und wie du antworten kannst, findest du jederzeit hier:\n{link}\n\nWer diesen Link hat, kann die Meldung sehen. Wenn du keine Meldung gesendet hast, hat jemand anderes deine Adresse eingegeben: Bitte sag es dem Betreiber.\n\n{site}\n{home}\n',
    },
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die gesuchte Seite gibt es nicht oder sie wurde verschoben.',
    back: 'Zur Startseite',
  },
  maintenance: {
    title: 'Gleich geht’s weiter',
    text: 'An der Seite wird gerade gearbeitet. Bitte schau in ein paar Minuten noch einmal vorbei.',
  },
  crash: {
    title: 'Etwas ist schiefgegangen',
    text: 'Die Seite konnte nicht erstellt werden. Bitte versuche es gleich noch einmal.',
    damagedTitle: 'Die Seite wird gerade repariert',
    damagedText:
      'Ein Teil der gespeicherten Daten ist beschädigt. Bis das behoben ist, lassen sich keine Links abrufen und keine Formulare senden. Bitte versuch es später noch einmal.',
    waitTitle: 'Gerade lässt sich nichts speichern',
    waitText: 'Es wurde nichts geändert. Bitte versuche es in einer Minute noch einmal.',
    refusedTitle: 'Diese Anfrage wurde abgelehnt',
    refusedText:
      'Sie kam von einer anderen Website, oder das Formular kam nicht vollständig an. Es wurde nichts geändert. Öffne die Seite neu und sende es von dort.',
    otherAddress:
      'Diese Website wurde unter {here} geöffnet, kennt sich aber als {own} und nimmt nur von dort Formulare an. Öffne sie dort; wer sie betreibt, kann APP_URL auf die benutzte Adresse setzen.',
    reference: 'Kennung: {id}',
  },
  pages: {
    problemTitle: 'Diese Seite lässt sich nicht anzeigen',
    problem: 'Der Seiteninhalt konnte nicht geladen werden. Bitte versuche es später noch einmal.',
    onlyEnglish: 'Diese Seite ist noch nicht übersetzt, deshalb liest du sie auf Englisch.',
    contents: 'Auf dieser Seite',
    downloader: 'Downloader',
    bookmarklet: {
      title: 'Das Bookmarklet',
      link: 'Mit {site} speichern',
      drag: 'Zieh diesen Knopf auf deine Lesezeichenleiste. Auf dieser Seite tut er nichts; drücke ihn auf der Seite eines Beitrags.',
      code: 'Dasselbe als Code, um es von Hand in ein Lesezeichen zu kopieren',
    },
    contact: {
      label: 'Schreib an',
    },
    asked: {
      platform:
        'Um einen Link nachzuschlagen, ruft dieser Server die öffentliche Seite des Beitrags bei TikTok auf. TikTok sieht dabei nur eine Anfrage dieses Servers, ohne deine IP-Adresse, deine Cookies oder Angaben zu deinem Browser.',
      ytdlp:
        'Dafür kann er auch yt-dlp nutzen, ein Programm, das auf diesem Server läuft und TikTok von hier aus fragt.',
      service:
        'Dieser Server kann einen Extraktionsdienst unter {hosts} nach den Angaben zum Beitrag fragen. Den Dienst betreibt ein Drittanbieter. Er erhält den Link und die Adresse dieses Servers, aber weder deine IP-Adresse noch Cookies oder Angaben zu deinem Browser.',
      noThirdParty: 'Außer TikTok erhält kein Dritter die Links, die du nachschlägst.',
      proxy: 'Anfragen an TikTok laufen über einen Proxyserver, den der Betreiber ausgesucht hat.',
      demo: 'Diese Seite läuft im Demomodus: Jeder Link liefert einen Beispielclip, der zum Programm gehört, und niemand wird danach gefragt.',
      nothing:
        'Zurzeit ist nichts eingerichtet, womit sich Links nachschlagen lassen. Niemand erhält sie.',
    },
  },
  blog: {
    title: 'Blog: Ratgeber, Tutorials, Trends und Tipps',
    description:
      'Kurze Videos speichern, aufheben, schneiden und die Urheber nennen: erprobte Ratgeber und Tutorials, erklärte Trends und Tipps, die in eine Minute passen.',
    heading: 'Blog',
    lead: 'Clips speichern ist der leichte Teil. Hier ist der Rest: aufheben, schneiden und fair verwenden.',
    onlyEnglish: 'Die Artikel sind auf Englisch.',
    filter: 'Kategorien',
    category: 'Kategorie',
    categories: {
      All: 'Alle',
      Guide: 'Ratgeber',
      Tutorial: 'Tutorial',
      Trends: 'Trends',
      Tips: 'Tipps',
    },
    featured: 'Empfohlen',
    empty: 'Hier gibt es noch keinen Artikel.',
    readingTime: { one: '{n} Min. Lesezeit', other: '{n} Min. Lesezeit' },
    views: { one: '{n} Aufruf', other: '{n} Aufrufe' },
    related: 'Als Nächstes lesen',
    breadcrumb: 'Wo du bist',
    home: 'Startseite',
    feedTitle: 'Blog von {site}',
  },
  consent: {
    label: 'Werkzeuge anderer Firmen',
    question:
      'Dürfen wir mit Werkzeugen anderer Firmen messen, wie diese Website genutzt wird? Sie setzen Cookies und laden nur, wenn du zustimmst.',
    more: 'Was gespeichert wird',
    accept: 'Zustimmen',
    decline: 'Ablehnen',
    footer: 'Deine Wahl zu Cookies',
    title: 'Deine Wahl zu Cookies',
    lead: 'Wer diese Website betreibt, möchte diese Werkzeuge anderer Firmen einsetzen. Sie setzen Cookies und erfahren, welche Seiten du öffnest. Hier funktioniert alles auch ohne sie.',
    accepted: 'Du hast zugestimmt: Die Werkzeuge laden.',
    declined: 'Du hast abgelehnt: Nichts von anderen Firmen lädt.',
    undecided: 'Du hast noch nicht entschieden: Nichts von anderen Firmen lädt.',
    signal:
      'Dein Browser sendet das Signal Global Privacy Control. Es zählt hier als Nein: Nichts von anderen Firmen lädt.',
    none: 'Hier ist keines eingeschaltet.',
    inUse: 'Hier eingeschaltet, für alle, die zustimmen:',
    change: 'Wahl ändern',
    tools: {
      analytics: 'Google Analytics, die Besuchszählung einer Suchmaschine',
      heatmap: 'Microsoft Clarity, eine Karte, wo gedrückt und gescrollt wird',
      pixel: 'Meta-Pixel, die Besuchsmessung eines sozialen Netzwerks',
    },
  },
  seo: {
    cardAlt: '{site}: kurze Videos ohne Wasserzeichen speichern',
  },
  languages: {
    label: 'Sprache',
    suggestion: 'Diese Seite gibt es auch auf {language}.',
    open: 'Auf {language} anzeigen',
    dismiss: 'Diese Zeile ausblenden',
  },
}
