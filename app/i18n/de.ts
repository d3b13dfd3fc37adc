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
    theme: 'Design',
    themeSystem: 'System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
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
    batch: 'Mehrere auf einmal',
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
    install: 'App installieren',
    installHint: 'Tippe in Safari auf „Teilen“ und dann auf „Zum Home-Bildschirm“.',
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
    several: 'Mehrere Links? Zusammen abfragen',
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
    copyLink: 'Nimm in der App Teilen → Link kopieren und füge ihn hier ein.',
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
    sharedTitle: 'Fertig',
    shared: 'Mit Video sichern findest du es in Fotos, mit In Dateien sichern in Dateien.',
    saveAgain: 'Noch einmal speichern',
    saveAnother: 'Noch einen Clip speichern',
    otherFormats: 'Andere Formate',
    tryAgain: 'Erneut versuchen',
  },
  batch: {
    title: 'Mehrere TikToks auf einmal herunterladen',
    description:
      'Füge die Links mehrerer TikTok-Beiträge ein, lass sie zusammen abfragen und speichere jede Datei oder alles als ein ZIP. Kostenlos, ohne Anmeldung.',
    heading: 'Mehrere Clips auf einmal',
    lead: 'Füge deine Links ein. Wir fragen sie zusammen ab, und du speicherst jede Datei oder alles als ein ZIP.',
    label: 'TikTok-Links',
    hint: {
      one: 'Bis zu {n} Link. Auch eine ganze Nachricht mit einem Link darin geht.',
      other: 'Bis zu {n} Links, einer pro Zeile. Auch ganze Nachrichten mit Links darin gehen.',
    },
    submit: 'Alle abfragen',
    tooMany:
      'Das sind {links} Links, möglich sind höchstens {max} auf einmal. Entferne einige und versuche es noch einmal.',
    full: 'Hier werden gerade sehr viele Links abgefragt. Versuche es in ein paar Minuten noch einmal.',
    line: 'Zeile {line}',
    yours: 'Deine Clips',
    progress: '{ready} von {all} fertig',
    waiting: 'Wartet',
    looking: 'Wird abgefragt…',
    retry: 'Noch einmal versuchen',
    retryThis: '{link} noch einmal versuchen',
    refresh: 'Aktualisieren',
    refreshes: 'Solange Links abgefragt werden, aktualisiert sich die Seite von selbst.',
    format: 'Speichern als',
    hd: 'HD, wenn vorhanden',
    show: 'Anzeigen',
    saveThis: '{title} speichern',
    zip: 'Alles als ZIP speichern',
    zipHint: 'Bis zu 2 GB. Fotobeiträge bekommen einen eigenen Ordner.',
    kept: 'Ergebnisse bleiben eine Stunde lang da. Wer die Adresse der Seite hat, kann sie sehen.',
    more: 'Andere Links abfragen',
    goneTitle: 'Diese Links sind nicht mehr da',
    gone: 'Links werden eine Stunde lang aufbewahrt. Füge sie noch einmal ein, um sie neu abzufragen.',
    notSaved: 'Diese Beiträge sind nicht im ZIP:',
    notLookedUp: 'Er war noch nicht abgefragt.',
    zipFull: 'Das ZIP hat 2 GB erreicht. Speichere diesen Beitrag einzeln.',
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
  copy: {
    label: 'Kopieren',
    copied: 'Kopiert!',
    failed:
      'Das hat nicht geklappt. Der Text ist markiert: Kopiere ihn mit Strg+C (Cmd+C auf dem Mac).',
  },
  notFound: {
    title: 'Seite nicht gefunden',
    text: 'Die gesuchte Seite gibt es nicht oder sie wurde verschoben.',
    back: 'Zur Startseite',
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
    feedTitle: 'Blog von {site}',
    cardAlt: '{site}: kurze Videos ohne Wasserzeichen speichern',
  },
  languages: {
    label: 'Sprache',
    suggestion: 'Diese Seite gibt es auch auf {language}.',
    open: 'Auf {language} anzeigen',
    dismiss: 'Diese Zeile ausblenden',
  },
}
