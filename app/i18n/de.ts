import type { Catalogue } from './catalogue.ts'

/**
 * German. Visitors are addressed as du.
 * A long file, since a language is read and translated as a whole.
 */
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
    howItWorks: 'So funktioniert’s',
    features: 'Funktionen',
    faq: 'Häufige Fragen',
    pc: 'TikTok-Downloader für den PC',
    extension: 'Alternative zur Chrome-Erweiterung',
    mp4: 'Von TikTok zu MP4',
    batch: 'Mehrere Videos auf einmal',
    read: 'Mehr erfahren',
    blog: 'Blog',
    help: 'Hilfe',
    statistics: 'Statistik',
    resources: 'Werkzeuge',
    site: 'Über uns',
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
      'Füge einen TikTok-Link ein und speichere das Video ohne Wasserzeichen: MP4 bis 1080p, den Ton als MP3 oder alle Bilder eines Fotobeitrags. Ohne Anmeldung.',
    headline: ['Der Clip bleibt.', 'Das Logo geht.'],
    lead: 'Speichere TikTok-Videos ohne Wasserzeichen, in HD bis 1080p, oder nur den Ton als MP3. Kostenlos, unbegrenzt, ohne Anmeldung.',
    steps: {
      eyebrow: 'So funktioniert’s',
      heading: 'In drei Schritten zum Clip',
      copyTitle: 'Link kopieren',
      copy: 'Tippe in der TikTok-App auf „Teilen“ und dann auf „Link kopieren“. Im Browser kopierst du die Adresse aus der Adresszeile.',
      pasteTitle: 'Hier einfügen',
      paste:
        'Füge ihn oben in das Feld ein und tippe auf „Herunterladen“. Du kannst auch eine ganze Nachricht einfügen: Wir finden den Link darin.',
      saveTitle: 'Datei speichern',
      save: 'Wähle ein Format, tippe auf „Jetzt herunterladen“ und speichere die Datei, sobald sie bereit ist. Auf dem iPhone oder iPad kommt das Video mit „Zum Speichern teilen“ in Fotos.',
    },
    features: {
      eyebrow: 'Funktionen',
      heading: 'Der ganze Beitrag, sonst nichts',
      watermarkTitle: 'Kein Wasserzeichen',
      watermark:
        'Du bekommst die Datei aus TikToks Feed, ohne das Logo, das TikTok beim Herunterladen daraufsetzt. Nichts wird abgeschnitten, weichgezeichnet oder übermalt.',
      hdTitle: 'HD bis 1080p',
      hd: 'Gibt es eine HD-Version, siehst du sie und ihre Größe, bevor du speicherst.',
      mp3Title: 'Ton als MP3',
      mp3: 'Nur der Ton, mit 192 kbit/s. Titel und Name des Urhebers stehen in der Datei.',
      slideshowTitle: 'Fotobeiträge',
      slideshow: 'Speichere die Bilder einzeln oder alle zusammen als ZIP und den Ton als MP3.',
      registrationTitle: 'Keine Anmeldung',
      registration: 'Kein Konto, keine E-Mail-Adresse, keine App. Wir fragen nur nach dem Link.',
      freeTitle: 'Unbegrenzt und kostenlos',
      free: 'So viele Clips, wie du willst, ohne zu bezahlen. Werbung finanziert die Server.',
      scriptTitle: 'Funktioniert ohne JavaScript',
      script:
        'Jeder Schritt funktioniert auch als einfache Webseite. So bekommen alte Handys und Browser ohne JavaScript dieselbe Datei.',
      cookiesTitle: 'Keine Tracking-Cookies',
      cookies:
        'Wir zählen Besuche auf unserem eigenen Server, ohne Cookies. Niemand verfolgt dich durchs Netz.',
      choiceTitle: 'Du entscheidest',
      choice:
        'Wir zählen Besuche ohne Cookies. Dienste von Drittanbietern werden nur geladen, wenn du zustimmst.',
    },
    faq: {
      eyebrow: 'Fragen',
      heading: 'Häufig gestellte Fragen',
      more: 'Deine Frage ist nicht dabei? In der Hilfe findest du jeden Schritt und jede Meldung erklärt.',
      moreLink: 'Hilfe öffnen',
      items: [
        {
          question: 'Ist das wirklich kostenlos, und gibt es ein Limit?',
          answer:
            'Es kostet nichts, und du kannst so viele Beiträge speichern, wie du willst. Nur wenn du innerhalb einer Minute sehr viele Anfragen schickst, musst du kurz warten, damit alle drankommen.',
        },
        {
          question: 'Brauche ich ein Konto oder eine App?',
          answer:
            'Nein. Alles läuft im Browser, auf dem Handy, Tablet oder Computer. Du brauchst nur den Link.',
        },
        {
          question: 'Wie speichere ich ein Video auf dem iPhone oder iPad?',
          answer:
            'Öffne diese Seite in Safari, füge den Link ein und tippe erst auf „Herunterladen“, dann auf „Jetzt herunterladen“. Tippe nach dem Countdown auf „Zum Speichern teilen“ und wähle „Video sichern“ für Fotos oder „In Dateien sichern“ für einen Ordner.',
        },
        {
          question: 'Warum gibt es mein Video nicht in HD?',
          answer:
            'HD gibt es immer, wenn der Beitrag eine HD-Datei hat. Manche Videos wurden in geringerer Auflösung hochgeladen, und Vergrößern macht sie nicht schärfer. Dann ist das MP4 die beste Version, die es gibt.',
        },
        {
          question: 'Kann ich Fotobeiträge speichern oder nur den Ton?',
          answer:
            'Beides geht. Bei einem Fotobeitrag speicherst du die Bilder einzeln oder alle als ZIP. Mit MP3 bekommst du nur den Ton eines Videos oder Fotobeitrags.',
        },
        {
          question: 'Wo ist die Datei gelandet?',
          answer:
            'Auf dem Computer im Download-Ordner deines Browsers. Auf Android und auf dem iPhone öffnest du die App Dateien und siehst unter Downloads nach. Hast du auf dem iPhone „Video sichern“ gewählt, ist es in Fotos.',
        },
        {
          question: 'Warum funktioniert mein Link nicht?',
          answer:
            'Der Link muss zu einem einzelnen öffentlichen Beitrag führen. Links zu Profilen, Sounds, Hashtags und Livestreams funktionieren nicht, und private oder gelöschte Beiträge lassen sich nicht herunterladen.',
        },
        {
          question: 'Behaltet ihr meine Videos? Wisst ihr, was ich gespeichert habe?',
          answer:
            'Nein. Die Datei geht auf dem Weg zu dir durch unseren Server und wird dort nicht aufbewahrt. Wir halten nicht fest, wer was gespeichert hat, und wer das Video gemacht hat, erfährt es auch nicht.',
        },
        {
          question: 'Darf ich weiterposten, was ich gespeichert habe?',
          answer:
            'Deine eigenen Beiträge schon. Die Beiträge anderer gehören ihnen. Eine private Kopie ist in vielen Ländern erlaubt, aber erneut veröffentlichen darfst du sie nur mit Erlaubnis.',
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
    several: 'Mehrere Links? Füge sie alle auf einmal ein',
    demo: 'Demomodus: Jeder Link liefert denselben Beispielclip.',
    unreachable:
      'Dieser Server kann TikTok nicht erreichen, deshalb liefert jeder Link den Beispielclip.',
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
    live: 'Dieser Link führt zu einem Livestream. Nur Beiträge lassen sich speichern.',
    sound:
      'Dieser Link führt zu einem Sound. Öffne einen Beitrag, der ihn verwendet, und kopiere dessen Link.',
    tag: 'Dieser Link führt zu einem Hashtag. Öffne einen der Beiträge und kopiere dessen Link.',
    collection:
      'Dieser Link führt zu einer Sammlung. Öffne einen der Beiträge und kopiere dessen Link.',
    playlist:
      'Dieser Link führt zu einer Playlist. Öffne einen der Beiträge und kopiere dessen Link.',
    login: 'Dieser Link führt zu einer Anmeldeseite. Tippe in der App auf Teilen → Link kopieren.',
    badId:
      'Der Link sieht unvollständig aus. Kopiere ihn in der App noch einmal: Teilen → Link kopieren.',
    copyLink: 'Tippe in der App auf Teilen → Link kopieren und füge den Link hier ein.',
    unknownPath:
      'Dieser Link führt nicht zu einem Beitrag. Tippe in der App auf Teilen → Link kopieren.',
    notFound:
      'Vielleicht ist der Beitrag privat, gelöscht oder in manchen Ländern nicht verfügbar.',
    gone: 'Dieser Beitrag wurde gelöscht oder es gibt ihn nicht.',
    private: 'Dieser Beitrag ist privat.',
    age: 'Dieser Beitrag hat eine Altersbeschränkung. Nur wer bei TikTok angemeldet ist, kann ihn sehen.',
    region: 'Dieser Beitrag ist im Land dieses Servers nicht verfügbar.',
    restricted: 'Dieser Beitrag wird gerade geprüft oder wurde von TikTok eingeschränkt.',
    unsupported: 'Nur Videos und Fotobeiträge lassen sich herunterladen.',
    dailyLimit: 'Diese Website hat ihr Limit für heute erreicht. Bitte komm morgen wieder.',
    busy: {
      one: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunde noch einmal.',
      other: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunden noch einmal.',
    },
    refusedHere: 'TikTok lehnt Anfragen dieses Servers gerade ab. Versuche es später noch einmal.',
    pageChanged:
      'TikTok hat seine Seiten geändert, und diese Website kann sie noch nicht lesen. Versuche es später noch einmal.',
    unavailable:
      'Der Videodienst antwortet im Moment nicht. Versuche es in ein paar Minuten noch einmal.',
    tooMany: {
      one: 'Aus deinem Netzwerk kamen sehr viele Anfragen. Versuche es in {n} Sekunde noch einmal.',
      other:
        'Aus deinem Netzwerk kamen sehr viele Anfragen. Versuche es in {n} Sekunden noch einmal.',
    },
    offline: 'Prüfe deine Verbindung und versuche es dann noch einmal.',
    removed:
      'Der Beitrag wurde von dieser Website entfernt, zum Beispiel nach einer Urheberrechtsmeldung.',
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
    tickHint: 'Wähle Bilder aus, damit nur sie ins ZIP kommen.',
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
    iosShare: 'Tippe auf „Zum Speichern teilen“ und wähle „Video sichern“.',
    iosSafari:
      'Oder tippe auf „In Safari öffnen“, dann dort auf die Teilen-Taste, und wähle „In Dateien sichern“.',
    iosFiles:
      'Oder kopiere den Link und füge ihn in eine Dateimanager-App ein, die Links herunterlädt.',
    shareToSave: 'Zum Speichern teilen',
    openInSafari: 'In Safari öffnen',
    fileLink: 'Link zur Datei',
    copyLink: 'Link kopieren',
    back: 'Zur Startseite',
    ad: 'Anzeige',
    savedTitle: 'Gespeichert',
    saved: 'Du findest die Datei in den Downloads deines Browsers.',
    sharedTitle: 'Fertig',
    shared: 'Mit „Video sichern“ findest du es in Fotos, mit „In Dateien sichern“ in Dateien.',
    saveAgain: 'Noch einmal speichern',
    saveAnother: 'Noch einen Clip speichern',
    otherFormats: 'Andere Formate',
    tryAgain: 'Erneut versuchen',
  },
  batch: {
    title: 'Mehrere TikToks auf einmal herunterladen',
    description:
      'Füge die Links mehrerer TikTok-Beiträge ein, rufe sie alle auf einmal ab und speichere jede Datei einzeln oder alles als ZIP. Kostenlos, ohne Anmeldung.',
    heading: 'Mehrere Clips auf einmal',
    lead: 'Füge deine Links ein, und wir rufen sie alle ab. Speichere jede Datei einzeln oder alles als ZIP.',
    label: 'TikTok-Links',
    hint: {
      one: 'Bis zu {n} Link. Du kannst auch eine ganze Nachricht mit einem Link einfügen.',
      other:
        'Bis zu {n} Links, einer pro Zeile. Du kannst auch ganze Nachrichten mit Links einfügen.',
    },
    submit: 'Alle abrufen',
    tooMany:
      'Du hast {links} Links eingefügt, möglich sind {max}. Entferne einige und versuche es noch einmal.',
    full: 'Hier werden gerade sehr viele Links abgerufen. Versuche es in ein paar Minuten noch einmal.',
    line: 'Zeile {line}',
    yours: 'Deine Clips',
    progress: '{ready} von {all} fertig',
    waiting: 'Wartet',
    looking: 'Wird abgerufen …',
    retry: 'Erneut versuchen',
    retryThis: '{link} erneut versuchen',
    refresh: 'Aktualisieren',
    refreshes: 'Solange Links abgerufen werden, aktualisiert sich die Seite von selbst.',
    format: 'Speichern als',
    hd: 'HD, wenn vorhanden',
    show: 'Anzeigen',
    saveThis: '{title} speichern',
    zip: 'Alles als ZIP speichern',
    zipHint: 'Bis zu 2 GB. Jeder Fotobeitrag bekommt einen eigenen Ordner.',
    kept: 'Ergebnisse bleiben eine Stunde lang gespeichert. Wer den Link zu dieser Seite hat, kann sie sehen.',
    more: 'Weitere Links abrufen',
    goneTitle: 'Diese Links sind nicht mehr da',
    gone: 'Links werden eine Stunde lang aufbewahrt. Füge sie noch einmal ein, um sie neu abzurufen.',
    notSaved: 'Diese Beiträge sind nicht im ZIP:',
    notLookedUp: 'Er wurde noch nicht abgerufen.',
    zipFull: 'Das ZIP hat 2 GB erreicht. Speichere diesen Beitrag einzeln.',
  },
  saveProblem: {
    expiredTitle: 'Dieser Download-Link ist abgelaufen',
    expired:
      'Download-Links gelten zehn Minuten. Rufe den Beitrag noch einmal ab, dann bekommst du einen neuen.',
    invalidTitle: 'Dieser Download-Link ist ungültig',
    invalid:
      'Vielleicht wurde er beim Kopieren abgeschnitten. Fang noch einmal mit dem Link des Beitrags an.',
    removedTitle: 'Dieser Beitrag ist hier nicht verfügbar',
    noSuchFileTitle: 'Dieses Format gibt es für diesen Beitrag nicht',
    noSuchFile: 'Vielleicht hat sich der Beitrag geändert, seit er abgerufen wurde.',
    noSoundTitle: 'Dieser Beitrag hat keinen Ton',
    noSound: 'Ohne Ton lässt sich kein MP3 erstellen. Das Video kannst du trotzdem speichern.',
    busyTitle: 'Zu viele Downloads auf einmal',
    busy: {
      one: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunde noch einmal.',
      other: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunden noch einmal.',
    },
    unavailableTitle: 'Die Datei ist gerade nicht verfügbar',
    unavailable:
      'Der Server von TikTok hat die Datei nicht geschickt. Bitte versuche es noch einmal.',
    silent:
      'Diese Website hat nicht geantwortet. Prüfe deine Verbindung und versuche es noch einmal.',
    tooLargeTitle: 'Diese Datei ist zu groß',
    tooLarge: 'Sie ist größer oder länger, als diese Website zulässt.',
    lookUpAgain: 'Noch einmal abrufen',
  },
  recent: {
    title: 'Letzte Downloads',
    note: 'Nur auf diesem Gerät gespeichert.',
    clear: 'Leeren',
    turnOff: 'Ausschalten',
    off: 'Die Liste der letzten Downloads ist auf diesem Gerät ausgeschaltet.',
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
    text: 'Wir konnten diese Seite nicht laden. Bitte versuche es gleich noch einmal.',
    damagedTitle: 'Die Website wird gerade repariert',
    damagedText:
      'Ein Teil der gespeicherten Daten ist beschädigt. Bis das behoben ist, lassen sich keine Links abrufen und keine Formulare senden. Bitte versuche es später noch einmal.',
    waitTitle: 'Das konnten wir nicht speichern',
    waitText: 'Es wurde nichts geändert. Bitte versuche es in einer Minute noch einmal.',
    refusedTitle: 'Diese Anfrage wurde abgelehnt',
    refusedText:
      'Das Formular war unvollständig oder kam von einer anderen Website. Es wurde nichts geändert. Öffne die Seite neu und sende es von dort.',
    otherAddress:
      'Du hast diese Website unter {here} geöffnet, sie ist aber als {own} eingerichtet und nimmt nur von dort Formulare an. Öffne sie stattdessen dort. Wenn du sie betreibst, setze APP_URL auf die Adresse, die deine Besucher verwenden.',
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
      drag: 'Zieh diesen Knopf auf deine Lesezeichenleiste und klicke ihn dann auf der Seite eines TikTok-Beitrags an. Hier tut er nichts.',
      code: 'Oder kopiere diesen Code in ein neues Lesezeichen',
    },
    contact: {
      label: 'Schreib an',
    },
    asked: {
      platform:
        'Um einen Link abzurufen, öffnet dieser Server die öffentliche Seite des Beitrags bei TikTok. TikTok sieht dabei nur eine Anfrage dieses Servers, ohne deine IP-Adresse, deine Cookies oder Angaben zu deinem Browser.',
      ytdlp:
        'Dafür kann er auch yt-dlp nutzen, ein Programm, das auf diesem Server läuft und TikTok von hier aus kontaktiert.',
      service:
        'Dieser Server kann einen Extraktionsdienst unter {hosts} nach den Angaben zum Beitrag fragen. Den Dienst betreibt ein Drittanbieter. Er erhält den Link und die Adresse dieses Servers, aber weder deine IP-Adresse noch Cookies oder Angaben zu deinem Browser.',
      noThirdParty: 'Außer TikTok erhält kein Dritter die Links, die du abrufst.',
      proxy: 'Anfragen an TikTok laufen über einen Proxyserver, den der Betreiber gewählt hat.',
      demo: 'Diese Website läuft im Demomodus: Jeder Link liefert einen Beispielclip, der zum Programm gehört, und niemand erhält den Link.',
      nothing: 'Diese Website kann zurzeit keine Links abrufen, also erhält sie auch niemand.',
    },
  },
  consent: {
    label: 'Dienste von Drittanbietern',
    question:
      'Dürfen wir mit Diensten von Drittanbietern messen, wie diese Website genutzt wird? Sie setzen Cookies und werden nur geladen, wenn du zustimmst.',
    more: 'Was gespeichert wird',
    accept: 'Zustimmen',
    decline: 'Ablehnen',
    footer: 'Cookie-Einstellungen',
    title: 'Cookie-Einstellungen',
    lead: 'Der Betreiber dieser Website möchte diese Dienste von Drittanbietern einsetzen. Sie setzen Cookies und sehen, welche Seiten du öffnest. Hier funktioniert alles auch ohne sie.',
    accepted: 'Du hast zugestimmt. Die Dienste werden geladen.',
    declined: 'Du hast abgelehnt. Dienste von Drittanbietern werden nicht geladen.',
    undecided:
      'Du hast dich noch nicht entschieden. Dienste von Drittanbietern werden nicht geladen.',
    signal:
      'Dein Browser sendet das Signal Global Privacy Control. Wir werten es als Nein. Dienste von Drittanbietern werden nicht geladen.',
    none: 'Hier ist keiner davon eingeschaltet.',
    inUse: 'Hier eingeschaltet, für alle, die zustimmen:',
    change: 'Wahl ändern',
    tools: {
      analytics: 'Google Analytics, das Besuche zählt',
      heatmap: 'Microsoft Clarity, das zeigt, wo getippt und gescrollt wird',
      pixel: 'Meta-Pixel, das Besuche für Facebook und Instagram misst',
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
    dismiss: 'Ausblenden',
  },
}
