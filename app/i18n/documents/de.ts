import type { DocumentTexts } from '../catalogue.ts'

/**
 * German texts of pages that never run in the browser.
 * A long file, since a language is read and translated as a whole.
 */
export const deDocuments: DocumentTexts = {
  homeSections: {
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
      mp3: 'Nur der Ton, in der Qualität deiner Wahl: 128 bis 320 kbit/s.',
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
  consentPage: {
    title: 'Cookie-Einstellungen',
    lead: 'Der Betreiber dieser Website möchte diese Dienste von Drittanbietern einsetzen. Sie setzen Cookies und sehen, welche Seiten du öffnest. Hier funktioniert alles auch ohne sie.',
    accepted: 'Du hast zugestimmt. Die Dienste werden geladen.',
    declined: 'Du hast abgelehnt. Dienste von Drittanbietern werden nicht geladen.',
    undecided:
      'Du hast dich noch nicht entschieden. Dienste von Drittanbietern werden nicht geladen.',
    lost: 'Dein Browser hat das Cookie mit deiner Wahl nicht gespeichert. Dienste von Drittanbietern werden nicht geladen. Erlaube Cookies für diese Website und wähle dann noch einmal.',
    refused: 'Deine Wahl ist nicht angekommen, es bleibt alles wie zuvor. Wähle bitte noch einmal.',
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
  resources: {
    eyebrow: 'Werkzeuge',
    title: 'Werkzeuge für kurze Videos: von Hand ausgewählt',
    description:
      'Schnitt, Wiedergabe, Umwandlung, Untertitel und Archiv für kurze Videos, ehrlich beschrieben und bewertet. Das meiste ist kostenlos.',
    heading: 'Werkzeuge, die sich lohnen',
    lead: 'Werkzeuge, mit denen du gespeicherte Videos schneidest, umwandelst, untertitelst und archivierst und herausfindest, was du damit darfst.',
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
      stock: 'Musik, Sounds und Schriften',
      rights: 'Rechte',
      publishing: 'Veröffentlichen',
    },
    count: { one: '{n} Eintrag.', other: '{n} Einträge.' },
    ownOpinion:
      'Die Auswahl und die Sterne sind die Meinung der Macher von Cleanclip und kein Durchschnitt aus Bewertungen. Niemand bezahlt für einen Eintrag, und kein Link bringt Geld ein.',
    rated: '{count} von 5 Sternen',
    free: 'Kostenlos',
    featured: 'Empfohlen',
    onlyEnglish: 'Die Beschreibungen sind auf Englisch.',
  },
  statistics: {
    eyebrow: 'Statistik',
    title: 'Kurze Videos in Zahlen: Publikum, Größen, Formate',
    description:
      'Wie viele Menschen zusehen, wie lang Clips sein dürfen, wie groß eine Minute Video ist und was HEVC spart: Diagramme mit einer Quelle für jede Zahl.',
    heading: 'Kurze Videos in Zahlen',
    lead: 'Jede Zahl hier hat eine genannte Quelle mit Datum oder ist mit einer Formel berechnet, die daneben steht. Nichts ist geschätzt.',
    own: 'Auf dieser Website',
    totals: {
      posts: 'Abgerufene Beiträge',
      lookups: 'Erfolgreiche Abrufe',
      downloads: 'Abgeschlossene Downloads',
    },
    ownNote:
      'Ohne Bots, alle fünf Minuten aktualisiert. Beiträge, die lange niemand abgerufen hat, zählen nicht mit. Abrufe und Downloads umfassen die letzten 25 Monate.',
    onlyEnglish: 'Die Zahlen und ihre Erklärungen sind auf Englisch.',
  },
  outreach: {
    eyebrow: 'Backlink-Vorlagen',
    title: 'Backlink-Vorlagen: E-Mails, die Links einbringen',
    description:
      'Zehn E-Mails für Gastbeiträge, Linklisten, kaputte Links, Testberichte und mehr, zum Ausfüllen und Kopieren, mit Strategien, die niemanden nerven.',
    heading: 'Um Links bitten, ohne lästig zu werden',
    lead: 'E-Mails, die beantwortet werden: kurz, konkret und nützlich für alle, die sie lesen. Trage deine Website ein, kopiere den Text und passe die Teile in [eckigen Klammern] an die Person an, der du schreibst.',
    yours: 'Deine Website',
    yoursNote:
      'Wir setzen sie unten in jede Vorlage ein. Gespeichert wird sie nur in der Adresse dieser Seite.',
    siteName: 'Name deiner Website',
    siteAddress: 'Adresse deiner Website',
    yourName: 'Dein Name',
    fill: 'Vorlagen ausfüllen',
    templates: 'Vorlagen',
    jump: 'Zu einer Vorlage springen',
    categories: {
      'guest-post': 'Gastbeitrag',
      'resource-page': 'Linkliste',
      'broken-link': 'Kaputter Link',
      'product-review': 'Testbericht',
      'statistics-mention': 'Erwähnung einer Statistik',
      interview: 'Interview',
      testimonial: 'Kundenstimme',
      podcast: 'Podcast',
      'unlinked-mention': 'Erwähnung ohne Link',
      'follow-up': 'Nachfassen',
    },
    subject: 'Betreff:',
    body: 'Text der E-Mail',
    copyEmail: 'E-Mail kopieren',
    copySubject: 'Betreff kopieren',
    openInMail: 'In der Mail-App öffnen',
    strategies: 'Strategien',
    onlyEnglish: 'Die Vorlagen und Strategien sind auf Englisch.',
    optOut: {
      title: 'Keine E-Mails mehr von uns',
      text: 'Bestätige mit dem Button, dann schreiben wir dieser Adresse nie wieder.',
      submit: 'Keine E-Mails mehr',
      doneTitle: 'Du hörst nichts mehr von uns',
      done: 'Deine Adresse steht jetzt auf unserer Sperrliste.',
      unknownTitle: 'Wir kennen diesen Link nicht',
      unknown:
        'Vielleicht wurde er beim Kopieren abgeschnitten. Nimm den Link am Ende der E-Mail oder schreib uns.',
    },
  },
  press: {
    eyebrow: 'Pressematerial',
    title: 'Pressematerial: Logo, Screenshots und Fakten',
    description:
      'Logo als SVG und PNG, Symbol, Vorschaubild, Screenshots, Farben, ein Datenblatt und fertige Texte über die Website, frei verwendbar für Berichte.',
    heading: 'Für alle, die über uns schreiben',
    lead: 'Logos, Screenshots, Farben und Fakten. Verwende sie ohne Rückfrage in Artikeln, Videos und Vorträgen über die Website.',
    assets: 'Downloads',
    types: {
      logo: 'Logo',
      icon: 'Symbol',
      socialCard: 'Vorschaubild für soziale Netze',
      screenshot: 'Screenshot',
      factSheet: 'Datenblatt',
    },
    download: 'Herunterladen',
    downloadOf: '{name} herunterladen',
    preview: 'Vorschau: {name}',
    colors: 'Farben',
    colorsNote:
      'Ink und Paper sind für Text, Coral ist für Buttons und Links, Mint ist die Akzentfarbe.',
    copyColor: '{name} kopieren',
    texts: 'Fertige Texte',
    short: 'In einem Satz',
    long: 'In einem Absatz',
    copyText: 'Text kopieren',
    rules: 'Bitte',
    contact:
      'Fragen? Auf der Kontaktseite steht, wie du die Leute erreichst, die diese Website betreiben.',
    contactLink: 'Kontakt',
    onlyEnglish: 'Die Texte für die Presse sind auf Englisch.',
  },
  contact: {
    title: 'Kontakt',
    description: 'Schreib den Leuten, die diese Website betreiben.',
    form: {
      heading: 'Nachricht schreiben',
      lead: 'Sie geht direkt an die Leute, die diese Website betreiben.',
      privacy: 'Was gespeichert wird',
      optional: '(optional)',
      name: 'Dein Name',
      email: 'E-Mail-Adresse',
      emailHint: 'Lass das Feld leer, wenn du keine Antwort brauchst.',
      topic: 'Worum geht es?',
      topics: {
        download: 'Download-Problem',
        ownPost: 'Mein eigener Beitrag',
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
      tooLong: 'Das ist zu lang. Höchstens {max} Zeichen sind möglich.',
      email: 'Bitte gib eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
      tooFast:
        'Das ging schnell! Es wurde noch nichts gesendet: Bitte drücke noch einmal auf „Nachricht senden“.',
      stale:
        'Diese Seite war lange offen. Es wurde noch nichts gesendet: Bitte drücke noch einmal auf „Nachricht senden“.',
      full: 'Unser Postfach ist voll, deshalb wurde deine Nachricht nicht gesendet. Bitte versuche es morgen noch einmal.',
      tooMany: {
        one: 'Aus deinem Netzwerk kamen gerade viele Nachrichten. Bitte versuche es in {n} Minute noch einmal.',
        other:
          'Aus deinem Netzwerk kamen gerade viele Nachrichten. Bitte versuche es in {n} Minuten noch einmal.',
      },
    },
    sentTitle: 'Nachricht gesendet',
    sent: 'Danke, dass du schreibst. Wenn du eine E-Mail-Adresse angegeben hast, geht die Antwort dorthin.',
  },
  newsletter: {
    title: 'Newsletter',
    description:
      'Neue Ratgeber und Neuigkeiten per E-Mail. Mit einem Link bestätigen, mit einem Klick abbestellen.',
    heading: 'Neue Ratgeber per E-Mail',
    lead: 'Eine kurze Nachricht, wenn es etwas Neues zu lesen gibt. Bestätigen per E-Mail, abbestellen mit einem Klick. Deine Adresse geben wir nicht weiter.',
    label: 'E-Mail-Adresse',
    placeholder: 'name@example.com',
    submit: 'Abonnieren',
    privacy: 'Was gespeichert wird',
    empty: 'Bitte gib deine E-Mail-Adresse ein.',
    invalid: 'Bitte gib eine gültige E-Mail-Adresse ein, zum Beispiel name@example.com.',
    tooFast: 'Das ging schnell! Bitte drücke noch einmal auf „Abonnieren“.',
    stale: 'Diese Seite war lange offen. Bitte drücke noch einmal auf „Abonnieren“.',
    tooMany: {
      one: 'Aus deinem Netzwerk kamen sehr viele Anmeldungen. Versuche es in {n} Minute noch einmal.',
      other:
        'Aus deinem Netzwerk kamen sehr viele Anmeldungen. Versuche es in {n} Minuten noch einmal.',
    },
    sentTitle: 'Noch ein Schritt: Sieh in deinem Postfach nach',
    sent: 'Wir schicken {address} eine Nachricht mit einem Link zum Bestätigen, höchstens eine am Tag. Bis du bestätigt hast, bekommst du keinen Newsletter. Nach ein paar Minuten ist nichts da? Sieh im Spam-Ordner nach.',
    feedHeading: 'Neue Ratgeber im Feedreader',
    feedLead:
      'Diese Website verschickt keinen Newsletter. Füge ihren Feed in deinem Feedreader hinzu, dann erscheinen neue Ratgeber dort, ganz ohne E-Mail-Adresse.',
    feedLink: 'Feed öffnen',
    off: 'Es wurde nichts gespeichert: Diese Website kann gerade keine E-Mails verschicken.',
    confirm: {
      title: 'Bestätige dein Abo',
      text: 'Mit einem Klick auf den Button kommt der Newsletter an die Adresse, an die dieser Link geschickt wurde.',
      submit: 'Abo bestätigen',
      doneTitle: 'Du hast den Newsletter abonniert',
      done: 'Deine Adresse ist bestätigt. In jeder Ausgabe steht ein Link zum Abbestellen.',
      unknownTitle: 'Dieser Link funktioniert nicht mehr',
      unknown:
        'Bestätigungslinks gelten sieben Tage, und nur der neueste zählt. Melde dich noch einmal an, um einen neuen zu bekommen.',
    },
    unsubscribe: {
      title: 'Newsletter abbestellen',
      text: 'Mit einem Klick auf den Button bekommt deine Adresse keinen Newsletter mehr.',
      submit: 'Abbestellen',
      doneTitle: 'Der Newsletter ist abbestellt',
      done: 'Du bekommst keine Ausgabe mehr. Du kannst jederzeit wiederkommen.',
      unknownTitle: 'Diesen Link kennen wir nicht',
      unknown:
        'Vielleicht wurde er beim Kopieren abgeschnitten. Nimm den Link am Ende der neuesten Ausgabe.',
    },
    mail: {
      confirmSubject: 'Bitte bestätige dein Abo von {site}',
      confirm: {
        before:
          'Jemand (hoffentlich du) hat sich mit dieser Adresse für den Newsletter von {site} angemeldet. Bitte bestätige, dass du ihn möchtest:',
        button: 'Abo bestätigen',
      },
      confirmFooter:
        'Der Link gilt sieben Tage. Wenn du das nicht warst, ignoriere diese E-Mail einfach. Ohne deine Bestätigung schicken wir keinen Newsletter.',
      knownSubject: 'Du hast {site} schon abonniert',
      known: {
        before:
          'Diese Adresse wurde noch einmal für den Newsletter von {site} eingetragen. Sie ist schon bestätigt, es gibt also nichts zu tun.\n\nZum Abbestellen:',
        button: 'Abbestellen',
      },
    },
  },
  dmca: {
    title: 'Urheberrechtsmeldung senden',
    description: 'Das Formular für eine Urheberrechtsmeldung nach 17 U.S.C. 512(c)(3).',
    form: {
      lead: 'Alle Felder sind Pflichtfelder, sofern sie nicht als optional gekennzeichnet sind.',
      optional: '(optional)',
      you: 'Du',
      claimantName: 'Dein voller Name',
      company: 'Firma',
      postalAddress: 'Postanschrift',
      phone: 'Telefonnummer',
      email: 'E-Mail-Adresse',
      capacity: 'Du sendest diese Meldung als',
      owner: 'Inhaber des Urheberrechts',
      agent: 'Bevollmächtigter des Inhabers',
      ownerName: 'Name des Inhabers (optional, außer du handelst für jemand anderen)',
      work: 'Das Werk',
      workTitle: 'Titel des Werks',
      workDescription: 'Beschreibung des Werks',
      workDescriptionHint:
        'Was es ist und wer es wann geschaffen hat. Bei mehreren Werken eine repräsentative Liste.',
      workAddresses: 'Links zum Original, einer pro Zeile',
      posts: 'Die Beiträge',
      links: 'Links zu den Beiträgen, einer pro Zeile',
      linksHint:
        'Bis zu 50. Jeder Link, der zu einem einzelnen Beitrag auf {platforms} führt, ist möglich.',
      remarks: 'Anmerkungen',
      remarksHint: 'Zum Beispiel, auf welches Recht du dich stützt, wenn es nicht das der USA ist.',
      statements: 'Erklärungen und Unterschrift',
      englishOnly:
        'Die Erklärungen haben einen festen rechtlichen Wortlaut und bleiben auf Englisch.',
      signature: 'Unterschrift: Gib deinen vollen Namen ein',
      submit: 'Meldung senden',
      privacy: 'Was gespeichert wird',
      orWrite: 'Oder sende deine Meldung mit allem, was hier aufgeführt ist, an',
      again: 'Eine Meldung senden',
    },
    problems: {
      summary: {
        one: 'Es wurde noch nichts gesendet. Sieh dir {n} Feld noch einmal an:',
        other: 'Es wurde noch nichts gesendet. Sieh dir {n} Felder noch einmal an:',
      },
      required: {
        claimantName: 'Gib deinen vollständigen Namen ein.',
        postalAddress: 'Gib deine Postanschrift ein.',
        phone: 'Gib deine Telefonnummer ein.',
        email: 'Gib deine E-Mail-Adresse ein.',
        capacity: 'Gib an, ob dir das Werk gehört oder du für jemanden handelst.',
        ownerName: 'Gib den Namen der Person ein, der das Werk gehört.',
        workTitle: 'Gib den Titel des Werks ein.',
        workDescription: 'Beschreibe das Werk.',
        links: 'Füge den Link zu mindestens einem Beitrag hinzu.',
        posts: 'Wähle mindestens einen Beitrag aus.',
        signature: 'Unterschreibe mit deinem vollständigen Namen.',
      },
      tooLong: 'Das ist zu lang. Höchstens {max} Zeichen sind möglich.',
      email: 'Bitte gib eine gültige E-Mail-Adresse ein, etwa name@example.com.',
      tick: 'Diese Erklärung ist erforderlich.',
      changed:
        'Die Erklärungen haben sich geändert, seit du die Seite geöffnet hast. Bitte lies sie noch einmal und setze die Häkchen erneut.',
      tooMany: 'Eine Meldung kann bis zu 50 Beiträge nennen. Sende die übrigen in einer zweiten.',
      badLines: {
        one: '{n} Zeile ist kein Link zu einem Beitrag:',
        other: '{n} Zeilen sind keine Links zu Beiträgen:',
      },
      notPost: 'Das ist kein Link zu einem Beitrag, der hier gespeichert werden kann.',
      short:
        'Wir konnten nicht herausfinden, wohin dieser Kurzlink führt. Öffne ihn im Browser und kopiere die Adresse aus der Adresszeile.',
      tooFast:
        'Das ging schnell! Es wurde noch nichts gesendet. Bitte sende das Formular noch einmal ab.',
      stale:
        'Diese Seite war lange offen. Es wurde noch nichts gesendet. Bitte prüfe, was du geschrieben hast, und sende das Formular noch einmal ab.',
      trap: 'Ein verstecktes Feld war ausgefüllt. Wir haben es geleert. Es wurde noch nichts gesendet. Bitte sende das Formular noch einmal ab.',
      closed:
        'Zu diesen Beiträgen ist keine Gegendarstellung mehr möglich, deshalb wurde nichts gesendet. Dein Text steht unten.',
      limit: {
        one: 'Aus deinem Netzwerk wurde dieses Formular in den letzten 24 Stunden fünfmal gesendet. Versuche es in {n} Stunde wieder oder nenne mehrere Beiträge auf einmal.',
        other:
          'Aus deinem Netzwerk wurde dieses Formular in den letzten 24 Stunden fünfmal gesendet. Versuche es in {n} Stunden wieder oder nenne mehrere Beiträge auf einmal.',
      },
      busy: {
        one: 'Das waren viele Versuche aus deinem Netzwerk. Es wurde nichts gesendet. Versuche es in {n} Minute wieder.',
        other:
          'Das waren viele Versuche aus deinem Netzwerk. Es wurde nichts gesendet. Versuche es in {n} Minuten wieder.',
      },
    },
    status: {
      headings: {
        pending: 'Deine Meldung wird geprüft',
        asked: 'Wir brauchen weitere Angaben von dir',
        resolved: 'Deine Meldung wurde angenommen',
        rejected: 'Deine Meldung wurde abgelehnt',
      },
      filedTitle: 'Deine Meldung ist angekommen',
      filed:
        'Sie hat die Nummer {report}. Die Adresse dieser Seite ist dein privater Link zur Meldung, bewahre sie also auf.',
      filedMail: 'Wir schicken dir außerdem eine Bestätigung mit diesem Link per E-Mail.',
      link: 'Link zu dieser Seite',
      pending: 'Offen',
      resolved: 'Erledigt',
      rejected: 'Abgelehnt',
      work: 'Werk',
      submitted: 'Gesendet am',
      posts: 'Beiträge',
      blocked: 'hier gesperrt',
      notBlocked: 'nicht gesperrt',
      history: 'Verlauf',
      fromOperator: 'Nachricht des Betreibers:',
      fromYou: 'Deine Antwort:',
      answer: 'Dem Betreiber antworten',
      answerHint: 'Zum Beispiel, was gefehlt hat. Die Antwort wird Teil der Meldung.',
      send: 'Antwort senden',
      sent: 'Deine Antwort wurde zur Meldung hinzugefügt.',
      empty: 'Bitte schreib zuerst eine Antwort.',
      closed: 'Auf diese Meldung kann nicht mehr geantwortet werden.',
      copy: {
        title: 'Gegendarstellung',
        received: 'Eingegangen am',
        sender: 'Von',
        statement: 'Erklärung',
        signature: 'Unterschrift',
        window:
          'Die Beiträge werden zwischen dem {from} und dem {until} wieder freigegeben, es sei denn, du teilst uns vorher mit, dass du bei einem Gericht eine Anordnung beantragt hast (17 U.S.C. 512(g)(2)(C)).',
      },
      unknownTitle: 'Diesen Link kennen wir nicht',
      unknown: 'Vielleicht wurde er beim Kopieren abgeschnitten. Verwende den vollständigen Link.',
    },
    events: {
      submitted: 'Deine Meldung ist angekommen. Der Betreiber der Website wird sie prüfen.',
      approved:
        'Deine Meldung wurde angenommen. Jeder darin genannte Beitrag ist hier jetzt gesperrt.',
      rejected: 'Deine Meldung wurde abgelehnt.',
      asked: 'Der Betreiber braucht weitere Angaben von dir. Bis dahin bleibt die Meldung offen.',
      answered: 'Du hast dem Betreiber geantwortet.',
      reopened: 'Die Entscheidung wurde zurückgenommen, und die Meldung wird noch einmal geprüft.',
      counter_notice: 'Eine Gegendarstellung ist eingegangen.',
      restored: 'Nach einer Gegendarstellung wurden Beiträge wieder freigegeben.',
      counter_closed:
        'Eine Gegendarstellung wurde abgeschlossen. Die darin genannten Beiträge bleiben gesperrt.',
    },
    mail: {
      subjects: {
        submitted: '{report}: Meldung eingegangen ({posts})',
        approved: '{report}: Meldung angenommen ({posts})',
        rejected: '{report}: Meldung abgelehnt ({posts})',
        asked: '{report}: Wir brauchen weitere Angaben ({posts})',
        answered: '{report}: Antwort hinzugefügt ({posts})',
        reopened: '{report}: Wird noch einmal geprüft ({posts})',
        counter_notice: '{report}: Gegendarstellung eingegangen ({posts})',
        restored: '{report}: Beiträge wieder freigegeben ({posts})',
        counter_closed: '{report}: Gegendarstellung abgeschlossen ({posts})',
      },
      title: 'Urheberrechtsmeldung {report}',
      button: 'Status ansehen oder antworten',
      footer:
        'Wer diesen Link hat, kann die Meldung sehen. Wenn du keine Meldung gesendet hast, hat jemand anderes deine Adresse eingegeben. Bitte sag uns Bescheid.',
    },
    counter: {
      title: 'Gegendarstellung senden',
      lead: 'Zu den Beiträgen unten hat {site} eine Urheberrechtsmeldung erhalten, deshalb sind sie hier gesperrt. Wenn einer davon von dir ist und irrtümlich gesperrt wurde, kannst du mit diesem Formular widersprechen. Die Person, von der die Meldung stammt, kann deine Gegendarstellung mit deinem Namen und deiner Anschrift auf ihrer privaten Seite zur Meldung lesen. Wenn diese Website E-Mails verschickt, bekommt sie sie auch per E-Mail.',
      report: 'Meldung',
      blockedOn: 'Gesperrt am',
      posts: 'Beiträge, die irrtümlich gesperrt wurden',
      remarksHint:
        'Zum Beispiel, warum es ein Irrtum war. Die Person, von der die Meldung stammt, kann alles lesen, was du schreibst.',
      submit: 'Gegendarstellung senden',
      sentTitle: 'Deine Gegendarstellung ist eingegangen',
      sent: 'Bewahre den Link zu dieser Seite auf: Hier siehst du, wie es weitergeht.',
      sentMail: 'Du bekommst außerdem eine Bestätigung per E-Mail.',
      received: 'Eingegangene Gegendarstellungen',
      waiting: 'Weitergeleitet an die Person, von der die Meldung stammt',
      notReached: 'Wir konnten die Person, von der die Meldung stammt, noch nicht erreichen',
      notReachedHint:
        'Deine Gegendarstellung steht auf ihrer privaten Seite zur Meldung. Die Tage zählen ab dem Eingang bei uns, auch wenn sie noch nicht geöffnet wurde.',
      restored: 'Die Beiträge sind wieder freigegeben',
      closed: 'Abgeschlossen',
      window:
        'Die Beiträge werden zwischen dem {from} und dem {until} wieder freigegeben, es sei denn, diese Person teilt uns vorher mit, dass sie bei einem Gericht eine Anordnung beantragt hat.',
      nothingBlocked:
        'Wegen dieser Meldung ist hier zurzeit kein Beitrag gesperrt. Es gibt also nichts, dem du widersprechen müsstest.',
      news: {
        received:
          'Deine Gegendarstellung ist eingegangen. Auf der Seite hinter diesem Link steht, ob wir die Person erreicht haben, von der die Meldung stammt, und wie es weitergeht.',
        restored:
          'Deine Gegendarstellung hatte Erfolg: Die darin genannten Beiträge sind nicht mehr wegen dieser Meldung gesperrt.',
        closed:
          'Deine Gegendarstellung wurde abgeschlossen, und die darin genannten Beiträge bleiben gesperrt. Meist bedeutet das, dass die Person, von der die Meldung stammt, bei einem Gericht eine Anordnung beantragt hat.',
      },
      mail: {
        subjects: {
          received: '{report}: Gegendarstellung eingegangen ({posts})',
          restored: '{report}: Deine Beiträge sind wieder freigegeben ({posts})',
          closed: '{report}: Gegendarstellung abgeschlossen ({posts})',
        },
        title: 'Gegendarstellung zu {report}',
        button: 'So geht es weiter',
        footer:
          'Wenn du keine Gegendarstellung gesendet hast, hat jemand anderes deine Adresse eingegeben. Bitte sag uns Bescheid.',
      },
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
    empty: 'Hier gibt es noch keine Artikel.',
    readingTime: { one: '{n} Min. Lesezeit', other: '{n} Min. Lesezeit' },
    views: { one: '{n} Aufruf', other: '{n} Aufrufe' },
    related: 'Als Nächstes lesen',
    breadcrumb: 'Navigationspfad',
    home: 'Startseite',
  },
  maintenance: {
    title: 'Gleich geht’s weiter',
    text: 'Wir arbeiten gerade an der Website. Bitte schau in ein paar Minuten noch einmal vorbei.',
  },
  refusals: {
    slow: {
      title: 'Das Senden hat zu lange gedauert',
      text: 'Deine Verbindung ist gerade sehr langsam. Das Formular ist nicht angekommen, und nichts wurde gespeichert. Geh zurück: Was du eingegeben hast, sollte noch da sein. Versuch es dann noch einmal.',
    },
    large: {
      title: 'Das ist zu viel auf einmal',
      text: 'Das Formular enthält mehr Text oder eine größere Datei, als wir annehmen können. Nichts wurde gespeichert. Geh zurück: Was du eingegeben hast, sollte noch da sein. Schick dann weniger auf einmal.',
    },
    unreadable: {
      title: 'Wir konnten das Formular nicht lesen',
      text: 'Es kam anders an, als unsere Seiten es senden. Nichts wurde gespeichert. Geh zurück, lade die Seite neu und versuch es noch einmal.',
    },
    often: {
      title: 'Bitte warte eine Minute',
      text: 'Aus deinem Netzwerk kamen zu viele Formulare, die wir nicht lesen konnten. Nichts wurde gespeichert. Geh zurück: Was du eingegeben hast, sollte noch da sein. Versuch es in einer Minute noch einmal.',
    },
    busy: {
      title: 'Einen Moment bitte',
      text: 'Aus deinem Netzwerk kommen gerade sehr viele Anfragen. Warte ein paar Sekunden und lade diese Seite dann neu.',
    },
  },
  offline: {
    title: 'Du bist offline',
    text: 'Sobald du wieder online bist, lädt diese Seite von selbst. Videos, die du schon heruntergeladen hast, sind weiterhin auf deinem Gerät.',
    again: 'Erneut versuchen',
  },
  shortcuts: {
    paste: 'Link einfügen',
    several: 'Mehrere Links',
  },
  share: {
    title: 'Diesen Beitrag herunterladen?',
    text: 'Eine App hat diesen Link mit {site} geteilt.',
    lookUp: 'Abrufen',
    noneTitle: 'Kein Link zu einem Beitrag gefunden',
    another: 'Stattdessen einen Link einfügen',
  },
  helpSearch: {
    label: 'Hilfe durchsuchen',
    submit: 'Suchen',
    found: { one: '{n} Antwort', other: '{n} Antworten' },
    none: 'Nichts gefunden. Versuche es mit weniger oder anderen Wörtern.',
    all: 'Ganze Hilfe anzeigen',
  },
  asked: {
    platform:
      'Um einen Link abzurufen, öffnet dieser Server die öffentliche Seite des Beitrags bei TikTok. TikTok sieht dabei nur eine Anfrage dieses Servers, ohne deine IP-Adresse, deine Cookies oder Angaben zu deinem Browser.',
    ytdlp:
      'Dafür kann er auch yt-dlp nutzen, ein Programm, das auf diesem Server läuft und TikTok von hier aus kontaktiert.',
    service:
      'Dieser Server kann einen Extraktionsdienst unter {hosts} nach den Angaben zum Beitrag fragen. Den Dienst betreibt ein Drittanbieter. Er erhält den Link und die Adresse dieses Servers, aber weder deine IP-Adresse noch Cookies oder Angaben zu deinem Browser.',
    others:
      'Bei Links von {platforms} fragt dieser Server die jeweilige Website selbst, ohne deine IP-Adresse, deine Cookies oder Angaben zu deinem Browser.',
    bluesky:
      'Ein Video von Bluesky kann auf einem anderen Server liegen, nämlich dem, den das Konto seines Urhebers nutzt. Dann fragt dieser Server im Kontenverzeichnis von Bluesky nach, wo es liegt, und holt das Video von dort.',
    noThirdParty: 'Sonst erhält niemand die Links, die du abrufst.',
    proxy: 'Diese Anfragen laufen über einen Proxyserver, den der Betreiber gewählt hat.',
    demo: 'Diese Website läuft im Demomodus: Jeder Link liefert ein Beispielvideo, das zum Programm gehört, und niemand erhält den Link.',
    nothing: 'Diese Website kann zurzeit keine Links abrufen, also erhält sie auch niemand.',
  },
  status: {
    title: 'Betriebsstatus',
    description:
      'Ob Links der unterstützten Plattformen gerade gefunden werden und wie gut das in den letzten 24 Stunden und 30 Tagen geklappt hat.',
    heading: 'Betriebsstatus',
    lead: 'Hier siehst du, ob diese Seite gerade Beiträge der einzelnen Plattformen findet.',
    site: 'Diese Seite funktioniert. Wenn unten eine Plattform ausfällt, liegt es meist an der Plattform, und ein späterer Versuch hilft.',
    demo: 'Diese Seite läuft im Demomodus: Links führen zu einem Beispielvideo.',
    unreachable:
      'Dieser Server erreicht TikTok gerade nicht. TikTok-Links führen deshalb zu einem Beispielvideo.',
    working: 'Funktioniert',
    slow: 'Langsam',
    failing: 'Gestört',
    failingSince: 'Gestört seit {time}',
    untried: 'Noch nicht versucht',
    day: 'Letzte 24 Stunden',
    month: 'Letzte 30 Tage',
    success: '{percent} der Abfragen erfolgreich',
    noLookups: 'Keine Abfragen',
    median: 'Übliche Dauer einer Abfrage: {time}',
    checked: 'Zuletzt geprüft: {time}',
    bars: 'Jeder Balken steht für eine Stunde oder einen Tag, seine Höhe für den Anteil erfolgreicher Abfragen. Beiträge, die es nicht gibt oder die nicht öffentlich sind, zählen nicht. Bezieht diese Seite TikTok-Beiträge aus mehreren Quellen, ist der Anteil bei TikTok geschätzt. Zeiten in UTC.',
    feed: 'Feed der Störungen',
    feedTitle: '{site}: Störungen',
    outage: '{platform}: Abfragen gestört',
    recovered: '{platform}: Abfragen funktionieren wieder',
  },
  reference: {
    title: 'API-Referenz',
    description:
      'Wie andere Programme auf dieser Seite Links abfragen und Dateien speichern: Adressen, Parameter, Token, Grenzen, Fehler und Beispiele.',
    onlyEnglish: 'Die Referenz ist auf Englisch.',
  },
  supported: {
    title: 'Unterstützte Websites',
    description:
      'Von welchen Websites du hier öffentliche Beiträge speichern kannst, was es dort gibt und ob es gerade funktioniert.',
    heading: 'Unterstützte Websites',
    lead: 'Kopiere den Link eines öffentlichen Beitrags von einer Website, die hier eingeschaltet ist, und füge ihn auf der Startseite ein.',
    off: 'Hier ausgeschaltet',
    working: 'Funktioniert',
    trouble: 'Macht Probleme',
    untried: 'Noch nicht getestet',
    public:
      'Du kannst nur Beiträge speichern, die man ohne Anmeldung sehen kann. Private Beiträge, Storys für Follower und bezahlte Beiträge gehen nicht.',
    checked: 'Der Stand ergibt sich aus den letzten Abrufen und Tests auf diesem Server.',
    start: 'Link einfügen',
    platforms: {
      tiktok: 'Videos, ihr Ton und ihre Untertitel, Fotobeiträge',
      x: 'Videos, GIFs und Bilder, auch mehrere in einem Beitrag',
      bluesky: 'Videos und ihre Untertitel, GIFs und Bilder',
      pinterest: 'Videos und Bilder aus Pins, auch aus Ideen-Pins',
      instagram: 'Reels, Videos und Bilder, auch mehrere in einem Beitrag',
      facebook: 'Videos und Reels',
      snapchat: 'Spotlight-Videos',
      reddit: 'Videos und Bilder',
      streamable: 'Öffentliche Videos',
    },
  },
  batch: {
    title: 'Mehrere TikTok-Videos herunterladen',
    description:
      'Füge die Links mehrerer TikTok-Beiträge ein, rufe sie alle auf einmal ab und speichere jede Datei einzeln oder alles als ZIP. Kostenlos, ohne Anmeldung.',
    heading: 'Mehrere Videos herunterladen',
    lead: 'Füge deine Links ein, und wir rufen sie alle ab. Speichere jede Datei einzeln oder alles als ZIP.',
    label: 'Links zu den Beiträgen',
    hint: {
      one: 'Bis zu {n} Link. Du kannst auch eine ganze Nachricht mit einem Link einfügen.',
      other:
        'Bis zu {n} Links, einer pro Zeile. Du kannst auch ganze Nachrichten mit Links einfügen.',
    },
    submit: 'Alle abrufen',
    tooMany:
      'Du hast {links} Links eingefügt, möglich sind {max}. Entferne einige und versuche es noch einmal.',
    full: 'Hier werden gerade sehr viele Links abgerufen. Versuche es in ein paar Minuten noch einmal.',
    yours: 'Deine Videos',
    progress: '{ready} von {all} fertig',
    over: {
      one: '{ready} von {all} fertig, {n} konnte nicht abgerufen werden',
      other: '{ready} von {all} fertig, {n} konnten nicht abgerufen werden',
    },
    waiting: 'Wartet',
    looking: 'Wird abgerufen …',
    retry: 'Erneut versuchen',
    retryAll: 'Alle {n} erneut versuchen',
    retryThis: '{link} erneut versuchen',
    refresh: 'Aktualisieren',
    refreshes: 'Diese Seite aktualisiert sich automatisch.',
    format: 'Speichern als',
    hd: 'HD, wenn vorhanden',
    show: 'Anzeigen',
    asAbove: 'Wie oben',
    formatOf: 'Format von {title}',
    saveThis: '{title} speichern',
    zip: '{n} als ZIP speichern',
    clips: { one: '{n} Video', other: '{n} Videos' },
    back: 'Zurück zu deinen Videos',
    zipHint: 'Bis zu 2 GB. Jeder Fotobeitrag bekommt einen eigenen Ordner.',
    kept: 'Ergebnisse bleiben eine Stunde lang gespeichert. Wer den Link zu dieser Seite hat, kann sie sehen.',
    more: 'Weitere Links abrufen',
    goneTitle: 'Diese Ergebnisse sind abgelaufen',
    gone: 'Ergebnisse bleiben eine Stunde lang gespeichert. Füge deine Links noch einmal ein, um neue zu bekommen.',
    notSaved: 'Diese Beiträge sind nicht im ZIP:',
    filesNotSaved: 'Diese Dateien sind nicht im ZIP:',
    notLookedUp: 'Er wurde noch nicht abgerufen.',
    zipFull: 'Das ZIP hat 2 GB erreicht. Speichere diesen Beitrag einzeln.',
  },
}
