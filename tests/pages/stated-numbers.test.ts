// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '#app/i18n/languages.ts'
import { defaultSettings } from '#tests/support/default-settings.ts'
import { elementsOf, select } from '#tests/support/html.ts'

/** Texts that visitors, claimants and search engines read, each file's words without its markup. */
const texts = globSync([
  'pages-content/**/*.html',
  'public/**/*.{md,txt,html}',
  'app/i18n/**/*.ts',
]).map((file) => {
  const source = readFileSync(file, 'utf8')
  if (file.endsWith('.html')) {
    return { file, text: select(elementsOf(source), 'body')[0]?.text ?? source }
  }
  return { file, text: source.replaceAll(/\/\*\*.*?\*\//gs, '') }
})
const secondsWord = String.raw`(?:seconds|Sekunden|secondes|segundos)\b`
/** Words before "seconds" that give no number. */
const noNumber = /^(?:\{n\}|de|few|paar|quelques|unos|alguns|times|mal|fois|por|vezes)$/i

test('texts leave the seconds of the countdown to the setting, in digits and in words', () => {
  expect(texts.length).toBeGreaterThan(40)
  const stated = texts
    // Articles speak of seconds of film.
    .filter(({ file }) => !file.includes('/blog/'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(new RegExp(String.raw`([\p{L}\p{N}{}]+)[\s-]${secondsWord}`, 'giu'))]
        .filter(([, word = '']) => !noNumber.test(word))
        .map(([words]) => `${file}: ${words}`),
    )
  expect(stated).toEqual([])
})

test('no sentence about the countdown names its length', () => {
  const countdown = /countdown|compte à rebours|cuenta (?:atrás|regresiva)|contagem regressiva/i
  const sentences = texts.flatMap(({ file, text }) =>
    text.split(/(?<=[.!?])\s|\n/).map((sentence) => `${file}: ${sentence.trim()}`),
  )
  const about = sentences.filter((sentence) => countdown.test(sentence))
  expect(about.length).toBeGreaterThan(15)
  const long = new RegExp(secondsWord, 'i')
  expect(about.filter((sentence) => long.test(sentence) && !sentence.includes('{n}'))).toEqual([])
})

test('styles and tests take the countdown from the setting too', () => {
  const holding = (pattern: string, number: RegExp) =>
    globSync(pattern).filter((file) => number.test(readFileSync(file, 'utf8')))
  expect(holding('app/**/*.{css,tsx}', /fill-ring/).length).toBeGreaterThan(0)
  expect(holding('app/**/*.{css,tsx}', /fill-ring[^;'"`]*\dm?s\b/)).toEqual([])
  const inTests = new RegExp(`in ${defaultSettings.countdownSeconds} seconds`)
  expect(holding('tests/**/*.{ts,tsx}', inTests)).toEqual([])
})

test.each(languages)('the help page in %s names the usual limits as they are', (language) => {
  const help = texts.find(
    ({ file }) => file === `pages-content/${language === 'en' ? '' : `${language}/`}help.html`,
  )
  expect(help?.text).toMatch(
    new RegExp(String.raw`\b${defaultSettings.batchLinks} (?:links|liens|enlaces)`, 'i'),
  )
  expect(help?.text).toMatch(new RegExp(String.raw` ${defaultSettings.rateLimitPerMinute}\.`))
})

test('the privacy page names the usual periods as they are', () => {
  const privacy = texts.find(({ file }) => file === 'pages-content/privacy.html')?.text
  expect(privacy).toContain(`deleted ${defaultSettings.retentionDays} days after`)
  expect(privacy).toContain(`${defaultSettings.cacheMinutes} minutes unless set otherwise`)
})
