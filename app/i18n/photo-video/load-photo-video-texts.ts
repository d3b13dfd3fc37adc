import type { Language, PhotoVideoTexts } from '../catalogue.ts'

const loaders: Record<Language, () => Promise<PhotoVideoTexts>> = {
  en: async () => (await import('./photo-video-en.ts')).enPhotoVideo,
  es: async () => (await import('./photo-video-es.ts')).esPhotoVideo,
  fr: async () => (await import('./photo-video-fr.ts')).frPhotoVideo,
  de: async () => (await import('./photo-video-de.ts')).dePhotoVideo,
  pt: async () => (await import('./photo-video-pt.ts')).ptPhotoVideo,
}

export function loadPhotoVideoTexts(language: Language): Promise<PhotoVideoTexts> {
  return loaders[language]()
}
