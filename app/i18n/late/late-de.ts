import type { LateTexts } from '../catalogue.ts'

/** German texts that a page loads once it shows a found post. */
export const deLate: LateTexts = {
  part: {
    title: 'Nur ein Ausschnitt',
    from: 'Von',
    to: 'Bis',
    hint: 'Lass ein Feld leer, wenn der Anfang oder das Ende des Videos gilt.',
    not_a_time: 'Gib eine Zeit wie 0:13,3 oder 1:02 ein.',
    end_before_start: 'Wähle ein Ende nach dem Anfang.',
    past_end: 'Wähle eine Zeit vor dem Ende des Videos.',
    too_short: 'Wähle mindestens eine halbe Sekunde.',
    play: 'Ausschnitt abspielen',
    stop: 'Stopp',
    download: 'Ausschnitt herunterladen',
    whole: 'Ganzes Video verwenden',
  },
  photoVideo: {
    row: 'Bilder als Video',
    madeHere: 'auf diesem Gerät erstellt',
    title: 'Video aus den Bildern erstellen',
    intro: 'Dein Browser erstellt aus den Bildern und dem Ton ein MP4.',
    length: 'Länge',
    steady: '{n} Sekunden pro Bild',
    fitted: 'So lang wie der Ton',
    make: 'Video erstellen',
    makingTitle: 'Dein Video entsteht …',
    fetching: 'Bilder und Ton werden geladen …',
    drawing: 'Bild {number} von {count}',
    keepOpen: 'Lass diese Seite offen, bis das Video fertig ist.',
    mp3Inside:
      'Der Ton in dieser Datei ist MP3. Manche Player, zum Beispiel auf dem iPhone, können ihn dort nicht abspielen. Andere Browser können eine Datei erstellen, die überall läuft.',
    failedTitle: 'Das Video ließ sich nicht erstellen',
    image: 'Dein Browser kann eines der Bilder nicht öffnen. Im ZIP sind alle.',
    long: 'Es würde länger als 10 Minuten. Wähle weniger Bilder aus oder nimm eine andere Länge.',
    large: 'Es ist zu groß für den Browser. Wähle weniger Bilder aus oder speichere das ZIP.',
    failed:
      'In deinem Browser ist etwas schiefgegangen. Versuch es noch einmal oder speichere das ZIP.',
  },
}
