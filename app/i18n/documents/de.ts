import type { DocumentTexts } from '../catalogue.ts'

/**
 * German texts of pages that never run in the browser.
 * A long file, since a language is read and translated as a whole.
 */
export const deDocuments: DocumentTexts = {
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
      'Die Sterne geben die Meinung unserer Redaktion wieder und sind kein Durchschnitt aus Bewertungen. Niemand bezahlt für einen Eintrag, und an keinem Link verdienen wir etwas.',
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
      posts: 'Verzeichnete Beiträge',
      lookups: 'Erfolgreiche Abrufe',
      downloads: 'Abgeschlossene Downloads',
    },
    ownNote:
      'Von dieser Website gezählt, ohne Bots und höchstens fünf Minuten alt. Beiträge, die niemand mehr abruft, fallen aus dem Verzeichnis. Abrufe und Downloads umfassen die letzten 25 Monate.',
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
    optOut: {
      title: 'Keine E-Mails mehr von uns',
      text: 'Drücke den Knopf, dann schreiben wir dieser Adresse nie wieder.',
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
    title: 'Pressematerial: Logo, Bildschirmfotos und Fakten',
    description:
      'Logo als SVG und PNG, Symbol, Vorschaubild, Bildschirmfotos, Farben, ein Datenblatt und fertige Texte über die Website, frei verwendbar für Berichte.',
    heading: 'Für alle, die über uns schreiben',
    lead: 'Logos, Bildschirmfotos, Farben und Fakten. Verwende sie ohne Rückfrage in Artikeln, Videos und Vorträgen über die Website.',
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
    colors: 'Farben',
    colorsNote:
      'Ink und Paper sind für Text, Coral ist für alles, was man drücken kann, und Mint für den Schnitt.',
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
      full: 'Es warten zu viele ungelesene Nachrichten, deshalb konnte deine nicht gespeichert werden. Bitte versuche es morgen noch einmal.',
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
    sent: 'Wir schicken eine Nachricht an {address}. Öffne den Link darin, um zu bestätigen. Bis dahin bekommst du keinen Newsletter. Nach ein paar Minuten ist nichts da? Sieh im Spam-Ordner nach.',
    storedTitle: 'Fast fertig: noch per E-Mail bestätigen',
    stored:
      'Wir schicken einen Link zum Bestätigen an {address}. Bis du bestätigt hast, bekommst du keinen Newsletter.',
    confirm: {
      title: 'Bestätige dein Abo',
      text: 'Drücke den Knopf, um den Newsletter an die Adresse zu bekommen, an die dieser Link geschickt wurde.',
      submit: 'Abo bestätigen',
      doneTitle: 'Du hast den Newsletter abonniert',
      done: 'Deine Adresse ist bestätigt. In jeder Ausgabe steht ein Link zum Abbestellen.',
      unknownTitle: 'Dieser Link funktioniert nicht mehr',
      unknown:
        'Bestätigungslinks gelten sieben Tage, und nur der neueste zählt. Melde dich noch einmal an, um einen neuen zu bekommen.',
    },
    unsubscribe: {
      title: 'Newsletter abbestellen',
      text: 'Drücke den Knopf, dann schicken wir keinen Newsletter mehr an deine Adresse.',
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
      ownerName: 'Name des Inhabers, wenn du für jemand anderen handelst',
      work: 'Das Werk',
      workTitle: 'Titel des Werks',
      workDescription: 'Beschreibung des Werks',
      workDescriptionHint:
        'Was es ist und wer es wann geschaffen hat. Bei mehreren Werken eine repräsentative Liste.',
      workAddresses: 'Links zum Original, einer pro Zeile',
      posts: 'Die Beiträge',
      links: 'Links zu den TikTok-Beiträgen, einer pro Zeile',
      linksHint: 'Bis zu 50. Jeder Link, der zu einem einzelnen Beitrag führt, ist möglich.',
      remarks: 'Sonstiges',
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
      required: 'Diese Angabe fehlt.',
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
      notPost: 'Das ist kein Link zu einem TikTok-Beitrag.',
      short:
        'Wir konnten nicht herausfinden, wohin dieser Kurzlink führt. Öffne ihn im Browser und kopiere die Adresse aus der Adresszeile.',
      tooFast:
        'Das ging schnell! Es wurde noch nichts gesendet. Bitte drücke noch einmal auf den Knopf.',
      stale:
        'Diese Seite war lange offen. Es wurde noch nichts gesendet. Bitte prüfe, was du geschrieben hast, und drücke noch einmal auf den Knopf.',
      trap: 'Ein verstecktes Feld war ausgefüllt. Wir haben es geleert. Es wurde noch nichts gesendet. Bitte drücke noch einmal auf den Knopf.',
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
      title: 'Meldung {report}',
      filedTitle: 'Deine Meldung ist angekommen',
      filed:
        'Sie hat die Nummer {report}. Die Adresse dieser Seite ist dein privater Link zur Meldung, bewahre sie also auf.',
      filedMail: 'Wir schicken dir außerdem eine Bestätigung mit diesem Link per E-Mail.',
      link: 'Link zu dieser Seite',
      state: 'Status',
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
      subject: '{report}: deine Urheberrechtsmeldung an {site}',
      title: 'Urheberrechtsmeldung {report}',
      button: 'Status ansehen oder antworten',
      footer:
        'Wer diesen Link hat, kann die Meldung sehen. Wenn du keine Meldung gesendet hast, hat jemand anderes deine Adresse eingegeben. Bitte sag uns Bescheid.',
    },
    counter: {
      title: 'Gegendarstellung senden',
      lead: 'Zu den Beiträgen unten hat {site} eine Urheberrechtsmeldung erhalten, deshalb sind sie hier gesperrt. Wenn einer davon von dir ist und irrtümlich gesperrt wurde, kannst du mit diesem Formular widersprechen. Wir leiten deine Gegendarstellung mit deinem Namen und deiner Anschrift an die Person weiter, von der die Meldung stammt.',
      report: 'Meldung',
      blockedOn: 'Gesperrt am',
      posts: 'Beiträge, die irrtümlich gesperrt wurden',
      remarksHint:
        'Zum Beispiel, warum es ein Irrtum war. Alles, was du schreibst, wird weitergeleitet.',
      submit: 'Gegendarstellung senden',
      sent: 'Deine Gegendarstellung ist eingegangen. Bewahre den Link zu dieser Seite auf: Hier siehst du, wie es weitergeht.',
      sentMail: 'Du bekommst außerdem eine Bestätigung per E-Mail.',
      received: 'Eingegangene Gegendarstellungen',
      waiting: 'Weitergeleitet an die Person, von der die Meldung stammt',
      restored: 'Die Beiträge sind wieder freigegeben',
      closed: 'Abgeschlossen',
      window:
        'Die Beiträge werden zwischen dem {from} und dem {until} wieder freigegeben, es sei denn, diese Person teilt uns vorher mit, dass sie bei einem Gericht eine Anordnung beantragt hat.',
      nothingBlocked:
        'Wegen dieser Meldung ist hier zurzeit kein Beitrag gesperrt. Es gibt also nichts, dem du widersprechen müsstest.',
      news: {
        received:
          'Deine Gegendarstellung ist eingegangen. Wir haben sie an die Person weitergeleitet, von der die Meldung stammt.',
        restored:
          'Deine Gegendarstellung hatte Erfolg: Die darin genannten Beiträge sind nicht mehr wegen dieser Meldung gesperrt.',
        closed:
          'Deine Gegendarstellung wurde abgeschlossen, und die darin genannten Beiträge bleiben gesperrt. Meist bedeutet das, dass die Person, von der die Meldung stammt, bei einem Gericht eine Anordnung beantragt hat.',
      },
      mail: {
        subject: '{report}: deine Gegendarstellung an {site}',
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
    breadcrumb: 'Brotkrümelnavigation',
    home: 'Startseite',
  },
  maintenance: {
    title: 'Gleich geht’s weiter',
    text: 'Wir arbeiten gerade an der Website. Bitte schau in ein paar Minuten noch einmal vorbei.',
  },
  offline: {
    title: 'Du bist offline',
    text: 'Diese Seite braucht eine Internetverbindung. Videos, die du schon heruntergeladen hast, sind weiterhin auf deinem Gerät.',
    again: 'Erneut versuchen',
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
}
