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
    supported: 'Unterstützte Websites',
    batch: 'Mehrere Videos herunterladen',
    read: 'Mehr erfahren',
    blog: 'Blog',
    help: 'Hilfe',
    status: 'Betriebsstatus',
    statistics: 'Statistik',
    resources: 'Werkzeuge',
    site: 'Über uns',
    contact: 'Kontakt',
    pressKit: 'Pressematerial',
    backlinkBuilder: 'Backlink-Vorlagen',
    legal: 'Rechtliches',
    // Soft hyphen for the narrow columns of a small phone.
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
        'Du bekommst die Datei aus TikToks Feed, ohne das Logo, das TikTok beim Download einblendet. Nichts wird abgeschnitten, weichgezeichnet oder übermalt.',
      hdTitle: 'HD bis 1080p',
      hd: 'Gibt es eine HD-Version, siehst du sie und ihre Größe, bevor du speicherst.',
      mp3Title: 'Ton als MP3',
      mp3: 'Nur der Ton, in der Qualität deiner Wahl: 128 bis 320 kbit/s.',
      slideshowTitle: 'Fotobeiträge',
      slideshow: 'Speichere die Bilder einzeln oder alle zusammen als ZIP und den Ton als MP3.',
      registrationTitle: 'Keine Anmeldung',
      registration: 'Kein Konto, keine E-Mail-Adresse, keine App. Wir fragen nur nach dem Link.',
      freeTitle: 'Unbegrenzt und kostenlos',
      free: 'So viele Videos, wie du willst, ohne zu bezahlen.',
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
      others: {
        question: 'Klappt das auch mit anderen Websites?',
        answer:
          'Ja. Beiträge von {platforms} funktionieren genauso: Link einfügen, Datei auswählen. Sie müssen öffentlich sein.',
      },
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
            'Nein. Die Datei geht auf dem Weg zu dir durch unseren Server und wird dort nicht aufbewahrt. Wir zählen Downloads ohne deinen Namen und ohne deine IP-Adresse, und der Creator wird nicht benachrichtigt.',
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
    another: 'Noch ein Link …',
    drop: 'Lass den Link hier los',
    cancel: 'Abbrechen',
    stillTrying: 'Dauert noch einen Moment …',
    hint: 'Link in der TikTok-App kopieren → Hier einfügen → Herunterladen',
    alsoFrom: 'Geht auch mit {platforms}',
    several: 'Mehrere Links? Füge sie alle auf einmal ein',
    demo: 'Demomodus: Jeder Link liefert dasselbe Beispielvideo.',
    unreachable:
      'Dieser Server kann TikTok nicht erreichen, deshalb liefert jeder TikTok-Link das Beispielvideo.',
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
    otherSite: '{site} wird nicht unterstützt.',
    switchedOff: '{site} ist auf dieser Website ausgeschaltet.',
    copyLink: 'Tippe in der App auf Teilen → Link kopieren und füge den Link hier ein.',
    shop: 'Dieser Link führt zu einer Shop-Seite, nicht zu einem Beitrag.',
    invite: 'Dieser Link führt zu einer Einladung, nicht zu einem Beitrag.',
    effect:
      'Dieser Link führt zu einem Effekt. Öffne einen Beitrag, der ihn nutzt, und kopiere dessen Link.',
    place: 'Dieser Link führt zu einem Ort. Öffne einen der Beiträge dort und kopiere dessen Link.',
    discover:
      'Dieser Link führt zu einer Suchseite. Öffne dort einen Beitrag und kopiere dessen Link.',
    about: 'Dieser Link führt zu einer Infoseite, nicht zu einem Beitrag.',
    help: 'Dieser Link führt zu einem Hilfebereich, nicht zu einem Beitrag.',
    appStore: 'Dieser Link führt zu einem App-Store, nicht zu einem Beitrag.',
    elsewhere: 'Dieser Link führt zu einer anderen Website, nicht zu einem Beitrag.',
    unknownPath:
      'Dieser Link führt nicht zu einem Beitrag. Tippe in der App auf Teilen → Link kopieren.',
    notFound:
      'Vielleicht ist der Beitrag privat, gelöscht oder in manchen Ländern nicht verfügbar.',
    gone: 'Dieser Beitrag wurde gelöscht oder es gibt ihn nicht.',
    private: 'Dieser Beitrag ist privat.',
    age: 'Dieser Beitrag hat eine Altersbeschränkung. Nur wer bei {site} angemeldet ist, kann ihn sehen.',
    region: 'Dieser Beitrag ist im Land dieses Servers nicht verfügbar.',
    restricted: 'Dieser Beitrag wird gerade geprüft oder wurde von {site} eingeschränkt.',
    unsupported: 'Nur Videos und Fotobeiträge lassen sich herunterladen.',
    dailyLimit: 'Diese Website hat ihr Limit für heute erreicht. Bitte komm morgen wieder.',
    busy: {
      one: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunde noch einmal.',
      other: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunden noch einmal.',
    },
    refusedHere: {
      one: '{site} hat diesen Abruf abgewiesen. Versuche es in {n} Sekunde noch einmal.',
      other: '{site} hat diesen Abruf abgewiesen. Versuche es in {n} Sekunden noch einmal.',
    },
    pageChanged:
      '{site} hat etwas geändert, darum lässt sich dieser Beitrag gerade nicht laden. Versuche es später noch einmal.',
    paused: {
      one: 'Abrufe bei {site} pausieren gerade. In etwa {n} Minute geht es weiter.',
      other: 'Abrufe bei {site} pausieren gerade. In etwa {n} Minuten geht es weiter.',
    },
    pausedHours: {
      one: 'Abrufe bei {site} pausieren gerade. In etwa {n} Stunde geht es weiter.',
      other: 'Abrufe bei {site} pausieren gerade. In etwa {n} Stunden geht es weiter.',
    },
    pauseOver:
      'Als dieser Link an der Reihe war, pausierten die Abrufe. Jetzt kannst du es noch einmal versuchen.',
    unavailable:
      'Der Videodienst antwortet im Moment nicht. Versuche es in ein paar Minuten noch einmal.',
    tooMany: {
      one: 'Aus deinem Netzwerk kamen sehr viele Anfragen. Versuche es in {n} Sekunde noch einmal.',
      other:
        'Aus deinem Netzwerk kamen sehr viele Anfragen. Versuche es in {n} Sekunden noch einmal.',
    },
    offline: 'Prüfe deine Verbindung und versuche es dann noch einmal.',
    siteFailed: 'Diese Website hat gerade ein Problem. Versuche es in einer Minute noch einmal.',
    removed:
      'Der Beitrag wurde von dieser Website entfernt, zum Beispiel nach einer Urheberrechtsmeldung.',
  },
  result: {
    by: 'von {author}',
    untitled: 'Beitrag ohne Titel',
    mayHaveMark: 'Die Datei kommt unverändert von {site} und kann ein Wasserzeichen haben.',
    coverAlt: 'Vorschaubild des Beitrags',
    downloadNow: 'Jetzt herunterladen',
    images: 'Bilder',
    image: 'Bild {number}',
    saveImage: 'Bild {number} speichern',
    formats: 'Format',
    best: 'Beste Qualität',
    everywhere: 'Läuft überall',
    standard: 'Standardqualität',
    soundOnly: 'Nur der Ton',
    originalSound: 'Originalton',
    captions: 'Untertitel',
    languages: { one: '{n} Sprache', other: '{n} Sprachen' },
    cover: 'Vorschaubild',
    allImages: 'Alle Bilder',
    allFiles: 'Alle Dateien',
    zipFiles: { one: '{n} Datei', other: '{n} Dateien' },
    videos: 'Videos in diesem Beitrag',
    video: 'Video {number}',
    sensitive: 'Als sensibel markiert',
    show: 'Anzeigen',
    showImages: 'Bilder anzeigen',
    chosenImages: 'Ausgewählte Bilder',
    mp3Quality: '{rate} kbit/s',
    fileOptions: 'Dateiname und MP3-Qualität',
    fileName: 'Dateiname',
    fileNameKept: 'Wird auf diesem Gerät gespeichert',
    fileNames: {
      brand_timestamp: 'Name der Website und Uhrzeit',
      creator_title: 'Creator und Titel',
      creator_id_date: 'Creator, ID und Datum',
      pattern: 'Eigenes Format dieser Website',
    },
    mp3Rate: 'MP3-Qualität',
    lostImages: 'Nicht speicherbar: {n} von {all} Bildern.',
    lostSound: 'Nicht speicherbar: Ton.',
    lostQuality: 'Nicht speicherbar: höhere Qualität.',
    zipImages: { one: '{n} Bild', other: '{n} Bilder' },
    more: 'Mehr',
    less: 'Weniger',
    share: 'Teilen',
    toPhone: 'Auf dem Handy öffnen',
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
    iosHeading: 'Auf iPhone oder iPad speichern',
    iosShare: 'Tippe auf „Zum Speichern teilen“ und wähle „Video sichern“.',
    iosSafari:
      'Tippe auf „In Safari öffnen“, dann dort auf die Teilen-Taste, und wähle „In Dateien sichern“.',
    iosFiles: 'Kopiere den Link und füge ihn in eine Datei-App ein, die Links herunterlädt.',
    shareToSave: 'Zum Speichern teilen',
    tapAgain: 'Bereit. Tippe noch einmal.',
    openPage: 'Öffne diese Seite in Safari und speichere dort.',
    openInSafari: 'In Safari öffnen',
    fileLink: 'Link zur Datei',
    copyLink: 'Link kopieren',
    backToClip: 'Zurück zum Video',
    ad: 'Anzeige',
    startedTitle: 'Download gestartet',
    progress: '{sent} von {total}',
    sentSoFar: 'bisher {sent}',
    savedTitle: 'Gespeichert',
    saved: 'Du findest die Datei in den Downloads deines Browsers.',
    sentTitle: 'Gesendet',
    sent: 'Die ganze Datei ist unterwegs. In den Downloads deines Browsers siehst du, wann sie da ist.',
    sharedTitle: 'Fertig',
    shared: 'Mit „Video sichern“ findest du es in Fotos, mit „In Dateien sichern“ in Dateien.',
    saveAgain: 'Noch einmal speichern',
    saveAnother: 'Noch etwas speichern',
    otherFormats: 'Andere Formate',
    tryAgain: 'Erneut versuchen',
  },
  saveProblem: {
    expiredTitle: 'Dieser Download-Link ist abgelaufen',
    expired:
      'Download-Links gelten zehn Minuten. Rufe den Beitrag noch einmal ab, dann bekommst du einen neuen.',
    invalidTitle: 'Dieser Download-Link ist ungültig',
    invalid:
      'Vielleicht wurde er beim Kopieren abgeschnitten. Starte noch einmal mit dem Link zum Beitrag.',
    removedTitle: 'Dieser Beitrag ist hier nicht verfügbar',
    noSuchFileTitle: 'Dieses Format gibt es für diesen Beitrag nicht',
    noSuchFile: 'Vielleicht hat sich der Beitrag geändert, seit er abgerufen wurde.',
    noSoundTitle: 'Dieser Beitrag hat keinen Ton',
    noSound: 'Es gibt keinen Ton zum Speichern. Wähle ein anderes Format.',
    pastEndTitle: 'Das Video endet vor diesem Ausschnitt',
    pastEnd: 'Es ist kürzer als die gewählten Zeiten. Wähle einen Ausschnitt, der früher beginnt.',
    busyTitle: 'Zu viele Downloads auf einmal',
    busy: {
      one: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunde noch einmal.',
      other: 'Gerade sind wir ausgelastet. Versuche es in {n} Sekunden noch einmal.',
    },
    unavailableTitle: 'Die Datei ist gerade nicht verfügbar',
    unavailable:
      'Die Website des Beitrags hat die Datei nicht geschickt. Bitte versuche es noch einmal.',
    silent:
      'Diese Website hat nicht geantwortet. Prüfe deine Verbindung und versuche es noch einmal.',
    refusedTitle: 'Die Website des Beitrags gibt diese Datei nicht heraus',
    refused:
      'Sie hat uns zu einer Adresse geschickt, die nicht zu ihr gehört. Ein anderes Format kann funktionieren.',
    tooLargeTitle: 'Diese Datei ist zu groß',
    tooLarge:
      'Sie ist größer oder länger, als diese Website zulässt. Versuche ein kleineres Format, zum Beispiel MP4 statt HD. Versuche ein kleineres Format, zum Beispiel MP4 statt HD.',
    lookUpAgain: 'Noch einmal abrufen',
    stoppedTitle: 'Der Download wurde unterbrochen',
    stopped:
      'Er wurde abgebrochen oder die Verbindung ist abgerissen. Die Datei ist nicht vollständig.',
    notStartedTitle: 'Der Download hat nicht begonnen',
    notStarted:
      'Dein Browser hat die Datei nicht angefordert. Sieh nach, ob er den Download blockiert hat, und versuche es noch einmal.',
  },
  retry: {
    busy: 'Gerade sind wir ausgelastet.',
    tooMany: 'Aus deinem Netz kamen sehr viele Anfragen.',
    unavailable: 'Der Videodienst antwortet gerade nicht.',
    again: {
      one: 'Neuer Versuch in {n} Sekunde',
      other: 'Neuer Versuch in {n} Sekunden',
    },
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
    waitTitle: 'Das hat gerade nicht geklappt',
    waitText:
      'Diese Website kann ihre Datenbank gerade nicht nutzen. Es wurde nichts geändert. Bitte versuche es in einer Minute noch einmal.',
    refusedTitle: 'Diese Anfrage wurde abgelehnt',
    refusedText:
      'Das Formular war unvollständig oder kam von einer anderen Website. Es wurde nichts geändert. Öffne die Seite neu und sende es von dort.',
    otherAddress:
      'Unter {here} funktionieren Formulare nicht. Öffne stattdessen {own}. Betreibst du diese Website? Dann setze APP_URL auf die Adresse, die Besucher verwenden.',
    reference: 'Referenz: {id}',
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
      drag: 'Zieh diesen Button auf deine Lesezeichenleiste und klicke ihn dann auf der Seite eines TikTok-Beitrags an. Hier tut er nichts.',
      code: 'Oder kopiere diesen Code in ein neues Lesezeichen',
    },
    contact: {
      label: 'Schreib an',
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
