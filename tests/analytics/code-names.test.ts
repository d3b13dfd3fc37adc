// @module-tag module
import { describe, expect, test } from 'vitest'
import {
  botName,
  botNames,
  channelNames,
  countryName,
  failureName,
  failureNames,
  formatName,
  formatNames,
  languageName,
  scrollNames,
} from '#app/analytics/code-names.ts'
import { LINK_REFUSALS } from '#app/download/platforms/link.ts'

const lists = { failureNames, formatNames, channelNames, scrollNames, botNames }

describe('the words for what is counted', () => {
  // That no cause, format or channel is missing is checked by the compiler: the codes are their keys.
  test.each(Object.entries(lists))('%s are words, each another one', (_, names) => {
    const words = Object.values(names)
    for (const word of words) expect(word).toMatch(/^[A-Z\d][^_:]*$/)
    expect(new Set(words).size).toBe(words.length)
  })

  test('name every reason for refusing a link', () => {
    for (const reason of LINK_REFUSALS) {
      expect(failureName(`link: ${reason}`)).not.toBe(`link: ${reason}`)
    }
  })

  test('name what’s unknown, and pass on codes without words', () => {
    for (const name of [countryName, languageName, formatName]) {
      expect(name('unknown')).toBe('Unknown')
    }
    expect(botName('constructor')).toBe('constructor')
  })
})
