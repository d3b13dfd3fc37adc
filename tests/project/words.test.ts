// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { catalogue } from '#app/i18n/texts.server.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { appComments } from './app-comments.ts'
import { appStrings } from './app-strings.ts'
import { type StiffPhrase, stiffComments, stiffPhrases } from './stiff-phrases.ts'

/** The English documents; those of other languages are in folders of their own. */
const documents = globSync('pages-content/{,blog/}*.html').map((file) => {
  const elements = elementsOf(readFileSync(file, 'utf8'))
  return { file, elements }
})

type Text = { where: string; text: string }

/** Every line that a reader sees, without samples of code. */
const documentTexts: Text[] = documents.flatMap(({ file, elements }) => {
  const blocks = elements.filter(
    ({ tag, text }) =>
      /^(?:title|h[1-6]|p|li|dt|dd|th|td|caption|figcaption|text|desc)$/.test(tag) && text !== '',
  )
  const metas = select(elements, 'meta').map(({ attributes }) => attributes.content ?? '')
  return [...blocks.map(({ text }) => text), ...metas].map((text) => ({ where: file, text }))
})

const factSheet = readFileSync('public/press/fact-sheet.md', 'utf8')
  .split('\n\n')
  .map((text) => ({ where: 'fact-sheet.md', text }))

/** Every line, without the addresses of its links. */
const papers = globSync(['*.md', 'docs/**/*.md'], {
  exclude: ['THIRD_PARTY_LICENSES.md'],
}).flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line, n) => ({ where: `${file}:${n + 1}`, text: line.replaceAll(/\]\([^)]*\)/g, ']') })),
)

/** Messages of the specification, which tests name word for word. */
const specified = /: (?:Failed to login|No user returned from login|An unknown error occurred.*)$/

const titleCall =
  /\b(?:test|describe)(?:\.(?:each|for|skipIf)\([^)]*\)|\.\w+)?\(\s*(?<quote>['`])(?<title>.+?)\k<quote>,/g
const testTitles = globSync('tests/**/*.{test,spec}.{ts,tsx}').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(titleCall)]
    .map(({ groups }) => ({ where: file, text: groups?.title ?? '' }))
    .filter(({ text }) => !specified.test(text)),
)

const codeTexts = appStrings()
const catalogueTexts = textsOf(catalogue('en'), 'en')

function textsOf(node: unknown, where: string): Text[] {
  if (typeof node === 'string') return [{ where, text: node }]
  return Object.entries(node ?? {}).flatMap(([key, value]) => textsOf(value, `${where}.${key}`))
}

/** What is stiff in a text, each with what to write instead. */
function stiffIn(texts: Text[], phrases: StiffPhrase[] = stiffPhrases): string[] {
  return texts.flatMap(({ where, text }) =>
    phrases.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(text) ?? []
      return found === undefined ? [] : [`${where}: "${found.trim()}" → ${instead}`]
    }),
  )
}

describe('English reads as if a native writer wrote it', () => {
  test.each([...stiffPhrases, ...stiffComments])('the list finds $pattern', ({ pattern, like }) => {
    expect(like).toMatch(pattern)
  })

  test('documents have no stiff phrase', () => {
    expect(documentTexts.length).toBeGreaterThan(1000)
    expect(stiffIn(documentTexts)).toEqual([])
  })

  test('the site’s own texts and its fact sheet have none', () => {
    expect(catalogueTexts.length).toBeGreaterThan(400)
    expect(stiffIn([...catalogueTexts, ...factSheet])).toEqual([])
  })

  test('the papers have none', () => {
    expect(papers.length).toBeGreaterThan(300)
    expect(stiffIn(papers)).toEqual([])
  })

  test('the code’s texts outside the catalogs have none', () => {
    expect(codeTexts.length).toBeGreaterThan(1500)
    expect(stiffIn(codeTexts)).toEqual([])
  })

  test('the tests’ titles have none', () => {
    expect(testTitles.length).toBeGreaterThan(1500)
    // A title may begin with a question word, since its subject can be a whole clause.
    expect(stiffIn(testTitles, [...stiffPhrases, ...stiffComments.slice(1)])).toEqual([])
  })

  test('the code’s comments have none', () => {
    const comments = appComments()
    expect(comments.length).toBeGreaterThan(2000)
    expect(stiffIn(comments, stiffComments)).toEqual([])
  })

  test('the back office has one name for each person', () => {
    const others = /\b(?:authors?|posters?|reporters?)\b/i
    const found = codeTexts.filter(({ text }) => others.test(text))
    expect(found).toEqual([])
  })

  test('apostrophes on screens are typographic', () => {
    const plain = /^app\/(?:cli|backlinks\/outreach-templates)/
    const straight = codeTexts.filter(
      ({ where, text }) => !plain.test(where) && /[a-z]'(?:t|s|re|ll|ve|d|m)\b|s' [a-z]/.test(text),
    )
    expect(straight).toEqual([])
  })
})

describe('What search engines show of a document', () => {
  test.each(documents)('$file fits', ({ elements }) => {
    const meta = (given: Record<string, string>) =>
      select(elements, 'meta', given)[0]?.attributes.content ?? ''
    const title = select(elements, 'title')[0]?.text ?? ''
    const description = meta({ name: 'description' })
    expect(title.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeGreaterThanOrEqual(110)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(meta({ property: 'og:title' })).toBe(title)
    expect(meta({ property: 'og:description' })).toBe(description)
  })

  test('no two documents have one title or one description', () => {
    for (const name of ['og:title', 'og:description']) {
      const contents = documents.map(
        ({ elements }) => select(elements, 'meta', { property: name })[0]?.attributes.content,
      )
      expect(new Set(contents).size).toBe(documents.length)
    }
  })
})
