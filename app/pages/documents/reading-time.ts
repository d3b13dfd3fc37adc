/** Words that an adult reads in a minute, in a text that explains something. */
const wordsPerMinute = 220

/** Whole minutes that reading takes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
