/** The parts of a page that only a found post needs, as one file. */
export { loadPartTexts } from '#app/i18n/part/part-texts.ts'
export { HeroClip } from './hero-clip.tsx'
export { ResultCard } from './result-card.tsx'
