// @module-tag module
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Catalogue, type DocumentTexts, fill, plural } from '#app/i18n/catalogue.ts'
import { languages } from '#app/i18n/languages.ts'
import { catalogue } from '#app/i18n/texts.server.ts'
import { elementsOf, select } from '#tests/support/html.ts'

const en = catalogue('en')
const translations = languages.filter((language) => language !== 'en')

/** Every text of a catalogue by its path: `homeSections.faq.items.0.question`. */
function textsOf(node: unknown, path = ''): Map<string, string> {
  if (typeof node === 'string') return new Map([[path, node]])
  const texts = new Map<string, string>()
  for (const [key, value] of Object.entries(node ?? {})) {
    for (const entry of textsOf(value, path === '' ? key : `${path}.${key}`)) texts.set(...entry)
  }
  return texts
}

/** The texts that have plural forms, by their path. */
function pluralsOf(node: unknown, path = ''): Map<string, Record<string, string>> {
  const plurals = new Map<string, Record<string, string>>()
  if (typeof node !== 'object' || node === null) return plurals
  if ('other' in node) return new Map([[path, node as Record<string, string>]])
  for (const [key, value] of Object.entries(node)) {
    for (const entry of pluralsOf(value, path === '' ? key : `${path}.${key}`)) {
      plurals.set(...entry)
    }
  }
  return plurals
}

function placesOf(text: string): string[] {
  return [...new Set(text.match(/\{\w*\}/g))].sort()
}

const english = textsOf(en)
const formsOf = (path: string) => path.replace(/\.(zero|one|two|few|many)$/, '.other')

describe('Every language says what English says', () => {
  test.each(translations)('%s puts the same values into each text', (language) => {
    for (const [path, text] of textsOf(catalogue(language))) {
      const source = english.get(path) ?? english.get(formsOf(path)) ?? ''
      expect([path, placesOf(text)]).toEqual([path, placesOf(source)])
    }
  })

  test.each(languages)(
    '%s has a form for every number, and none that no number has',
    (language) => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      const plurals = pluralsOf(catalogue(language))
      expect([...plurals.keys()]).toEqual([...pluralsOf(en).keys()])
      for (const [path, forms] of plurals) {
        expect([path, Object.keys(forms).sort()]).toEqual([path, [...pluralCategories].sort()])
      }
    },
  )

  /** Names, and words that a language shares with English. */
  const shared: Record<(typeof translations)[number], string[]> = {
    es: [
      'header.blog',
      'footer.blog',
      'blog.heading',
      'blog.categories.Tutorial',
      'resources.categories.audio',
      'result.video',
      'pages.refused',
      'batch.clips.one',
      'batch.clips.other',
    ],
    fr: [
      'header.menu',
      'header.nav',
      'header.blog',
      'footer.blog',
      'blog.heading',
      'blog.categories.Guide',
      'header.contact',
      'contact.title',
      'contact.form.message',
      'footer.contact',
      'press.contactLink',
      'footer.faq',
      'homeSections.faq.eyebrow',
      'result.images',
      'result.image',
      'result.formats',
      'result.zipImages.one',
      'result.zipImages.other',
      'resources.categories.audio',
      'resources.categories.converters',
      'resources.categories.images',
      'outreach.categories.podcast',
      'press.types.logo',
      'newsletter.title',
      'dmca.status.copy.signature',
    ],
    de: [
      'header.themeSystem',
      'press.types.screenshot',
      'header.blog',
      'footer.blog',
      'blog.heading',
      'blog.categories.Trends',
      'blog.categories.Tutorial',
      'footer.start',
      'pages.downloader',
      'downloader.placeholder',
      'newsletter.title',
      'newsletter.placeholder',
      'resources.categories.audio',
      'outreach.categories.interview',
      'outreach.categories.podcast',
      'press.types.logo',
      'press.assets',
      'result.video',
      'result.formats',
      'contact.form.optional',
      'dmca.form.optional',
    ],
    pt: [
      'outreach.categories.follow-up',
      'outreach.categories.guest-post',
      'header.menu',
      'header.blog',
      'footer.blog',
      'blog.heading',
      'blog.categories.Tutorial',
      'footer.start',
      'pages.downloader',
      'newsletter.title',
      'resources.categories.players',
      'outreach.categories.podcast',
      'press.assets',
    ],
  }

  test.each(translations)(
    '%s leaves no text in English but what both languages share',
    (language) => {
      const same = [...textsOf(catalogue(language))]
        .filter(([path, text]) => text === english.get(path) && text !== 'DMCA')
        .map(([path]) => path)
      expect(same.sort()).toEqual(shared[language].toSorted())
    },
  )

  test('no text is empty or has stray space at its ends', () => {
    for (const language of languages) {
      for (const [path, text] of textsOf(catalogue(language))) {
        const inside = path.includes('.mail.') ? text.replace(/\n$/, '') : text
        expect([language, path, inside]).toEqual([language, path, inside.trim()])
        expect([language, path, text.length > 0]).toEqual([language, path, true])
      }
    }
  })
})

describe('Every language is set as its readers write it', () => {
  const all = (language: (typeof languages)[number]) => [...textsOf(catalogue(language))]

  test('texts have curly apostrophes and no three dots, but for the stated English ones', () => {
    for (const language of translations) {
      const wrong = all(language).filter(([, text]) => /['"]|\.\.\./.test(text))
      expect([language, wrong]).toEqual([language, []])
    }
  })

  test('French keeps its signs on the line of their word', () => {
    const narrow = /(?<!\u202f)[;!?]/
    const wide = /(?<![\u00a0/])(?<!https?):(?!\/\/|\d)|«(?!\u00a0)|(?<!\u00a0)»/
    expect(all('fr').filter(([, text]) => narrow.test(text) || wide.test(text))).toEqual([])
  })

  test.each(translations)('%s keeps a unit on the line of its number', (language) => {
    const apart = /[\d}] (kB|MB|GB|TB|kbps|kbit\/s|Mbps|Mbit\/s)\b/
    expect(all(language).filter(([, text]) => apart.test(text))).toEqual([])
    for (const file of globSync(`pages-content/${language}/**/*.html`)) {
      const lines = readFileSync(file, 'utf8').split('\n')
      expect([file, lines.filter((line) => apart.test(line))]).toEqual([file, []])
    }
  })

  test('Spanish opens what it closes', () => {
    const count = (text: string, sign: string) => text.split(sign).length
    const wrong = all('es').filter(
      ([, text]) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡'),
    )
    expect(wrong).toEqual([])
  })

  test('German closes its own quotation marks', () => {
    expect(all('de').filter(([, text]) => /[”«»]/.test(text))).toEqual([])
    for (const [, text] of all('de')) expect(text.split('„')).toHaveLength(text.split('“').length)
  })

  test('a visitor is addressed in one way throughout', () => {
    const wrong = (language: 'es' | 'fr' | 'de' | 'pt', pattern: RegExp) =>
      all(language).filter(([, text]) => pattern.test(text))
    expect(wrong('es', /\b(usted|ustedes|introduzca|pulse)\b/i)).toEqual([])
    expect(wrong('fr', /\b(tu|toi|ton lien|copie le|colle le)\b/)).toEqual([])
    expect(wrong('de', /[a-zäöüß,] (Sie|Ihr|Ihre|Ihren|Ihnen)\b/)).toEqual([])
    expect(wrong('pt', /\b(tu|teu|tua|descarregar|ficheiro|telemóvel)\b/i)).toEqual([])
  })
})

describe('Numbers', () => {
  test('a text has the form of its number, and the number as the language writes it', () => {
    expect(plural(en.prepare.countdown, 1, 'en')).toBe('Your download will be ready in 1 second')
    expect(plural(catalogue('fr').blog.views, 0, 'fr')).toBe('0 vue')
    expect(plural(catalogue('es').blog.views, 12_345, 'es')).toBe('12.345 visitas')
    expect(plural(catalogue('es').blog.views, 1_000_000, 'es')).toBe('1.000.000 de visitas')
    expect(plural(catalogue('de').blog.views, 1, 'de')).toBe('1 Aufruf')
    expect(plural(en.blog.views, 1200, 'en')).toBe('1,200 views')
    expect(plural(en.hints.live, 3, 'en')).toBe(en.hints.live)
  })

  test('a value that looks like a place is a value', () => {
    expect(fill(en.result.by, { author: '{author} $& {n}' })).toBe('by {author} $& {n}')
  })
})

describe('English says what the product has promised to say, word for word', () => {
  const stated: [string, (t: typeof en) => string][] = [
    ['Blog', (t) => t.header.blog],
    ['Help', (t) => t.header.help],
    ['Contact', (t) => t.header.contact],
    ['Terms', (t) => t.header.terms],
    ['Privacy', (t) => t.header.privacy],
    ['DMCA', (t) => t.header.dmca],
    ['Download Videos', (t) => t.footer.download],
    ['Chrome Extension Alternative', (t) => t.footer.extension],
    ['Paste', (t) => t.downloader.paste],
    ['Download', (t) => t.downloader.submit],
    ['Processing', (t) => t.downloader.processing],
    ['Copy link from TikTok app → Paste here → Download', (t) => t.downloader.hint],
    ['Download Now', (t) => t.result.downloadNow],
    ['Download Now', (t) => t.prepare.downloadNow],
    ['Preparing your download...', (t) => t.prepare.title],
    ['Your download will be ready in {n} seconds', (t) => t.prepare.countdown.other],
    ['Share to Save', (t) => t.prepare.shareToSave],
    ['Open in Safari', (t) => t.prepare.openInSafari],
    ['Page not found', (t) => t.notFound.title],
    ["The page you're looking for doesn't exist or has been moved.", (t) => t.notFound.text],
    ['Back to Home', (t) => t.notFound.back],
    ['Copy Email', (t) => t.outreach.copyEmail],
    ['Copied!', (t) => t.copy.copied],
    ['All', (t) => t.blog.categories.All],
    ['Guide', (t) => t.blog.categories.Guide],
    ['Tutorial', (t) => t.blog.categories.Tutorial],
    ['Trends', (t) => t.blog.categories.Trends],
    ['Tips', (t) => t.blog.categories.Tips],
    ['All', (t) => t.resources.all],
    ['Please enter a TikTok URL', (t) => t.errors.empty],
    ['Please enter a valid TikTok URL', (t) => t.errors.invalid],
    [
      'Clipboard access denied. Please allow clipboard permissions in your browser or paste the URL manually using Ctrl+V (Cmd+V on Mac).',
      (t) => t.errors.clipboardDenied,
    ],
    [
      'No content found in clipboard. Please copy a TikTok URL first.',
      (t) => t.errors.clipboardEmpty,
    ],
    [
      'Unable to access clipboard. Please paste the URL manually using Ctrl+V (Cmd+V on Mac).',
      (t) => t.errors.clipboardFailed,
    ],
    ['Failed to fetch video data. Please check the URL and try again.', (t) => t.errors.failed],
    [
      'An error occurred while processing your request. Please try again.',
      (t) => t.errors.unexpected,
    ],
    ['Failed to load page content. Please try again later.', (t) => t.pages.problem],
  ]

  test.each(stated)('%s', (text, read) => {
    expect(read(en)).toBe(text)
  })
})

describe('Buttons that a text names', () => {
  const named: [string, (t: Catalogue & DocumentTexts) => [text: string, button: string]][] = [
    ['the step to paste', (t) => [t.homeSections.steps.paste, t.downloader.submit]],
    ['the step to save', (t) => [t.homeSections.steps.save, t.prepare.downloadNow]],
    ['the step to save on iOS', (t) => [t.homeSections.steps.save, t.prepare.shareToSave]],
    ['the iOS instruction', (t) => [t.prepare.iosShare, t.prepare.shareToSave]],
    ['the answer on iOS', (t) => [t.homeSections.faq.items[2].answer, t.prepare.shareToSave]],
    ['a sign-up that was too fast', (t) => [t.newsletter.tooFast, t.newsletter.submit]],
    ['a sign-up that was too late', (t) => [t.newsletter.stale, t.newsletter.submit]],
  ]

  test.each(named)('%s is called what it shows, in every language', (_, read) => {
    for (const language of languages) {
      const [text, button] = read(catalogue(language))
      expect([language, text]).toEqual([language, expect.stringContaining(button)])
    }
  })
})

test.each(languages)('the help page in %s quotes what the site really says', (language) => {
  const t = catalogue(language)
  const folder = language === 'en' ? '' : `${language}/`
  const page = elementsOf(readFileSync(`pages-content/${folder}help.html`, 'utf8'))
  const help = select(page, 'body')[0]?.text ?? ''
  const { removed: _, ...messages } = t.errors
  const { expiredTitle, busyTitle, unavailableTitle, tooLargeTitle, noSoundTitle } = t.saveProblem
  const quoted = [
    ...Object.values(messages),
    ...[expiredTitle, busyTitle, unavailableTitle, tooLargeTitle, noSoundTitle],
    ...[t.downloader.submit, t.downloader.processing, t.downloader.paste, t.downloader.hint],
    ...[t.result.downloadNow, t.prepare.title, t.prepare.shareToSave, t.prepare.openInSafari],
    t.photoVideo.row,
    ...[t.pages.problem, t.notFound.title, t.notFound.text, t.notFound.back],
  ]
  for (const text of quoted) expect(help).toContain(text.replace(/\s+/g, ' '))
})
