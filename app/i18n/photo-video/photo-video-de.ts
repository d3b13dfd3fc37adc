import type { PhotoVideoTexts } from '../catalogue.ts'

/** German texts for making a video from a photo post's images. */
export const dePhotoVideo: PhotoVideoTexts = {
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
}
