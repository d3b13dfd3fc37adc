import { foldText } from '#app/lists/fold-case.ts'

const maxWords = 8

/** Returns a test for texts that have all of a query's words, in any order. Null without words. */
export function wordSearch(query: string): ((text: string) => boolean) | null {
  const words = foldText(query)
    .split(/[\s\p{P}]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords)
  if (words.length === 0) return null
  return (text) => {
    const whole = foldText(text)
    return words.every((word) => whole.includes(word))
  }
}
