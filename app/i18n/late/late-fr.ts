import type { LateTexts } from '../catalogue.ts'

/** French texts that a page loads once it shows a found post. */
export const frLate: LateTexts = {
  part: {
    title: 'Un extrait seulement',
    from: 'De',
    to: 'À',
    hint: 'Laissez un champ vide pour partir du début ou aller jusqu’à la fin.',
    not_a_time: 'Saisissez un temps comme 0:13,3 ou 1:02.',
    end_before_start: 'Choisissez une fin après le début.',
    past_end: 'Choisissez un moment avant la fin de la vidéo.',
    too_short: 'Choisissez au moins une demi-seconde.',
    play: 'Lire l’extrait',
    stop: 'Arrêter',
    download: 'Télécharger l’extrait',
    whole: 'Reprendre la vidéo entière',
  },
  photoVideo: {
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
  },
}
