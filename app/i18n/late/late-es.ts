import type { LateTexts } from '../catalogue.ts'

/** Spanish texts that a page loads once it shows a found post. */
export const esLate: LateTexts = {
  part: {
    title: 'Solo una parte',
    from: 'Desde',
    to: 'Hasta',
    hint: 'Deja un campo vacío para usar el principio o el final del video.',
    not_a_time: 'Escribe un tiempo como 0:13.3 o 1:02.',
    end_before_start: 'Elige un final posterior al inicio.',
    past_end: 'Elige un momento antes del final del video.',
    too_short: 'Elige al menos medio segundo.',
    play: 'Reproducir esta parte',
    stop: 'Detener',
    download: 'Descargar esta parte',
    whole: 'Usar el video completo',
  },
  photoVideo: {
    row: 'Las imágenes en video',
    madeHere: 'se crea en este dispositivo',
    title: 'Crear un video con las imágenes',
    intro: 'Tu navegador crea un MP4 con las imágenes y el sonido.',
    length: 'Duración',
    steady: '{n} segundos por imagen',
    fitted: 'Lo que dura el sonido',
    make: 'Crear el video',
    makingTitle: 'Creando tu video…',
    fetching: 'Cargando las imágenes y el sonido…',
    drawing: 'Imagen {number} de {count}',
    keepOpen: 'Deja esta página abierta hasta que el video esté listo.',
    mp3Inside:
      'El sonido de este archivo es MP3. Algunos reproductores, como los del iPhone, no pueden reproducirlo ahí. Otros navegadores pueden crear un archivo que se reproduce en todas partes.',
    failedTitle: 'No se pudo crear el video',
    image: 'Tu navegador no puede abrir una de las imágenes. El ZIP las tiene todas.',
    long: 'Duraría más de 10 minutos. Selecciona menos imágenes o elige otra duración.',
    large: 'Es demasiado grande para el navegador. Selecciona menos imágenes o guarda el ZIP.',
    failed: 'Tu navegador tuvo un problema. Inténtalo de nuevo o guarda el ZIP.',
  },
}
