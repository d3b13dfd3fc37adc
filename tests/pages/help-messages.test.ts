// @module-tag module
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

/** One line of text, with each white space as a plain space. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ')

/** All texts of a part of the catalogue, of plurals the most common form. */
function textsIn(node: object): string[] {
  return Object.values(node).flatMap((value) => {
    if (typeof value === 'string') return [value]
    return 'other' in value ? [value.other] : textsIn(value)
  })
}

/** A message as a pattern: the help names a site and leaves numbers and addresses open. */
function patternOf(message: string): RegExp {
  const parts = plain(message)
    .split(/(\{\w+\})/)
    .map((part) => {
      if (part === '{site}') return '\\p{L}+'
      return part.startsWith('{') ? '…' : part.replaceAll(/[.?*+^$()|[\]\\]/g, '\\$&')
    })
  return new RegExp(parts.join(''), 'u')
}

test.each(languages)(
  'a visitor who reads %s finds every message of the site in the help',
  (language) => {
    const t = catalogue(language)
    const file = `pages-content/${language === 'en' ? '' : `${language}/`}help.html`
    const help = plain(select(elementsOf(readFileSync(file, 'utf8')), 'body')[0]?.text ?? '')
    const { lookUpAgain: _, ...saveProblem } = t.saveProblem
    const { reference: __, ...crash } = t.crash
    const { full, tooMany, goneTitle, gone } = t.batch
    const { busy, tooMany: often, unavailable } = t.retry
    const messages = textsIn([t.errors, t.hints, saveProblem, crash]).concat(
      ...[full, tooMany, goneTitle, gone, busy, unavailable, often.replace(/\.$/, '')],
      t.notFound.title,
      t.pages.problem,
    )
    expect(messages.length).toBeGreaterThan(70)
    expect(messages.filter((message) => !patternOf(message).test(help))).toEqual([])
  },
)
