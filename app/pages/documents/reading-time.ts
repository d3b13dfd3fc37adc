/** Words per minute that an adult reads of an explanatory text. */
const wordsPerMinute = 220

/** Returns whole minutes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute))
}
