/** The parts of a page that only a found post needs, as one file. */
export { loadLateTexts } from '#app/i18n/late/late-texts.ts'
export { HeroClip } from './hero-clip.tsx'
export { ResultCard } from './result-card.tsx'
