import type { PhotoVideoTexts } from '../catalogue.ts'

/** French texts for making a video from a photo post's images. */
export const frPhotoVideo: PhotoVideoTexts = {
  row: 'Les images en vidéo',
  madeHere: 'créée sur cet appareil',
  title: 'Créer une vidéo avec les images',
  intro: 'Votre navigateur crée un MP4 à partir des images et du son.',
  length: 'Durée',
  steady: '{n} secondes par image',
  fitted: 'Aussi longue que le son',
  make: 'Créer la vidéo',
  makingTitle: 'Création de votre vidéo…',
  fetching: 'Chargement des images et du son…',
  drawing: 'Image {number} sur {count}',
  keepOpen: 'Gardez cette page ouverte jusqu’à ce que la vidéo soit prête.',
  mp3Inside:
    'Le son de ce fichier est en MP3. Certains lecteurs, comme ceux de l’iPhone, ne peuvent pas l’y lire. D’autres navigateurs peuvent créer un fichier lisible partout.',
  failedTitle: 'La vidéo n’a pas pu être créée',
  image: 'Votre navigateur ne peut pas ouvrir une des images. Le ZIP les contient toutes.',
  long: 'Elle durerait plus de 10 minutes. Sélectionnez moins d’images ou choisissez une autre durée.',
  large:
    'Elle est trop volumineuse pour le navigateur. Sélectionnez moins d’images ou enregistrez le ZIP.',
  failed: 'Votre navigateur a rencontré un problème. Réessayez ou enregistrez le ZIP.',
}
