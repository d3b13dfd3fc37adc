// @module-tag module
import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFragmentReader, metaContent } from '#app/pages/documents/document.server.ts'
import fc, { cases } from '#tests/support/cases.ts'

const base = mkdtempSync(path.join(tmpdir(), 'cleanclip-fragments-'))
const folder = path.join(base, 'pages')
const reader = createFragmentReader(folder)

function page(content: string, head = '<title>A page</title>'): string {
  return `<!doctype html><html><head>${head}</head><body><nav>No</nav>${content}</body></html>`
}

function put(name: string, html: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, html)
}

beforeAll(() => {
  put(
    'help.html',
    page(
      '<div class="x page-content"><h1>Help</h1><p>Three short words &amp; more.</p></div>',
      `<title>
        Help &lt;you&gt;</title>
       <meta name="description" content="What &quot;to&quot; do"><meta property="og:type" content="website">
       <meta charset="utf-8"><meta name="robots" content="noindex">`,
    ),
  )
  put('es/help.html', page('<div class="page-content"><h1>Ayuda</h1></div>'))
  put('empty.html', page('<div class="page-contents"><h1>No</h1></div>'))
  put('blog/b-second.html', page('<div class="page-content">2</div>'))
  put('blog/a-first.html', page('<div class="page-content">1</div>'))
  put('blog/Not_A_Name.html', page('<div class="page-content">3</div>'))
  put('blog/notes.txt', 'notes')
  writeFileSync(path.join(base, 'secret.html'), page('<div class="page-content">SECRET</div>'))
  symlinkSync(path.join(base, 'secret.html'), path.join(folder, 'linked.html'))
  symlinkSync(base, path.join(folder, 'outside'))
  symlinkSync(path.join(folder, 'help.html'), path.join(folder, 'alias.html'))
  mkdirSync(path.join(folder, 'folder.html'))
})
afterAll(() => rmSync(base, { recursive: true }))

/** The document, or a failed test. */
async function read(name: string, link?: (href: string) => string) {
  const result = await reader.readDocument(name, 'en', link)
  if (!result.ok) throw new Error(`${name}: ${result.reason}`)
  return result.document
}

describe('A document', () => {
  test('returns its title, its meta tags and the inside of its page-content element', async () => {
    const document = await read('help')
    expect(document.title).toBe('Help <you>')
    expect(document.metas).toEqual([
      { name: 'description', content: 'What "to" do' },
      { property: 'og:type', content: 'website' },
      { name: 'robots', content: 'noindex' },
    ])
    expect(metaContent(document.metas, 'og:type')).toBe('website')
    expect(metaContent(document.metas, 'author')).toBeNull()
    expect(document.html).toEqual([
      { kind: 'html', html: '<h1>Help</h1><p>Three short words &amp; more.</p>' },
    ])
    expect(document.words).toBe(5)
    const { mtimeMs } = statSync(path.join(folder, 'help.html'))
    expect(Math.abs(document.modifiedAt - mtimeMs)).toBeLessThan(2)
  })

  test('is the translation where there is one, else English and marked as such', async () => {
    const spanish = await reader.readDocument('help', 'es')
    const french = await reader.readDocument('help', 'fr')
    expect(spanish.ok && spanish.document.language).toBe('es')
    expect(spanish.ok && spanish.document.html).toEqual([{ kind: 'html', html: '<h1>Ayuda</h1>' }])
    expect(french.ok && french.document.language).toBe('en')
  })

  test('that is missing is distinguished from one without content', async () => {
    expect(await reader.readDocument('nothing', 'en')).toEqual({ ok: false, reason: 'missing' })
    expect(await reader.readDocument('folder', 'en')).toEqual({ ok: false, reason: 'missing' })
    expect(await reader.readDocument('empty', 'en')).toEqual({ ok: false, reason: 'no_content' })
  })

  test('that is edited while the site runs is shown as it is now', async () => {
    put('edited.html', page('<div class="page-content">before</div>'))
    expect((await read('edited')).html).toEqual([{ kind: 'html', html: 'before' }])
    put('edited.html', page('<div class="page-content">after it</div>'))
    expect((await read('edited')).html).toEqual([{ kind: 'html', html: 'after it' }])
    put('edited.html', page('<div class="page-content">after IT</div>'))
    utimesSync(path.join(folder, 'edited.html'), new Date(), new Date(Date.now() + 5000))
    expect((await read('edited')).html).toEqual([{ kind: 'html', html: 'after IT' }])
    rmSync(path.join(folder, 'edited.html'))
    expect(await reader.readDocument('edited', 'en')).toEqual({ ok: false, reason: 'missing' })
  })

  test('is cut where components stand, and keeps everything around them', async () => {
    put(
      'slots.html',
      page(`<div class="page-content"><p>One</p>
        <div data-slot="downloader"></div>
        <p>Two</p><div data-slot="unknown"></div><section><div data-slot="bookmarklet"></div></section>
        <div data-slot="dmca-form"></div></div>`),
    )
    const { html } = await read('slots')
    expect(html.map((piece) => (piece.kind === 'slot' ? piece.name : 'html'))).toEqual([
      'html',
      'downloader',
      'html',
      'dmca-form',
    ])
    expect(html[2]).toMatchObject({ html: expect.stringContaining('<section><div') })
  })

  test('with several sections lists them, with the list in front of the first', async () => {
    const sections = ['<h2 id="a">First <em>one</em></h2>', '<h2 id="b">B &amp; b</h2>']
    put('two.html', page(`<div class="page-content"><p>x</p>${sections.join('')}</div>`))
    expect((await read('two')).headings).toEqual([])
    sections.push('<h2 id="c">C</h2>', '<h2>No address</h2>')
    put('four.html', page(`<div class="page-content"><p>x</p>${sections.join('')}</div>`))
    const document = await read('four')
    expect(document.headings).toEqual([
      { id: 'a', text: 'First one' },
      { id: 'b', text: 'B & b' },
      { id: 'c', text: 'C' },
    ])
    expect(document.html.map((piece) => piece.kind)).toEqual(['html', 'slot', 'html'])
  })

  test('has every link and source passed through, and loses nothing when they stay', async () => {
    const body =
      '<p title="href=&quot;/x&quot;"><a href="/a?b=1&amp;c#d">A</a><img src="/i.png"></p>'
    put('links.html', page(`<div class="page-content">\u{e000}${body}</div>`))
    expect((await read('links')).html).toEqual([{ kind: 'html', html: body }])
    const seen: string[] = []
    const { html } = await read('links', (href) => {
      seen.push(href)
      return `/es${href}`
    })
    expect(seen).toEqual(['/a?b=1&amp;c#d', '/i.png'])
    expect(html).toEqual([
      {
        kind: 'html',
        html: body.replace('"/a?', '"/es/a?').replace('"/i.png"', '"/es/i.png"'),
      },
    ])
  })

  test('that is very large is not read', async () => {
    put('large.html', page(`<div class="page-content">${'x'.repeat(1024 * 1024)}</div>`))
    expect(await reader.readDocument('large', 'en')).toEqual({ ok: false, reason: 'missing' })
    expect(await reader.readSource('large')).toBeNull()
  })
})

describe('No path leaves the folder', () => {
  test('symbolic links that lead out are refused, ones that stay inside work', async () => {
    for (const name of ['linked', 'outside/secret']) {
      expect(await reader.readDocument(name, 'en')).toEqual({ ok: false, reason: 'missing' })
      expect(await reader.readSource(name)).toBeNull()
    }
    expect((await read('alias')).title).toBe('Help <you>')
  })

  test('whatever a name is made of, it gives a document of the folder or nothing', async () => {
    const part = fc.constantFrom(
      ...['..', '.', '/', '\\', '%2e%2e', '%2f', '\0', '\u2215', 'secret', 'pages', 'outside'],
      ...['help', 'es', 'blog', '.html', 'file:', '~', '//', '\n', 'linked', 'é', '-', 'A'],
    )
    const name = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(name, async (given) => {
        const result = await reader.readDocument(given, 'en')
        const source = await reader.readSource(given)
        if (result.ok) expect(JSON.stringify(result.document)).not.toContain('SECRET')
        if (source !== null) expect(Buffer.from(source.bytes).toString()).not.toContain('SECRET')
        if (!/^[a-z0-9/-]+$/.test(given)) {
          expect(result).toEqual({ ok: false, reason: 'missing' })
          expect(source).toBeNull()
        }
      }),
      { numRuns: cases(500) },
    )
  })

  test('a listing has names of the strict form only, in one order', async () => {
    expect(await reader.listDocuments('blog')).toEqual(['blog/a-first', 'blog/b-second'])
    expect(await reader.listDocuments('nothing-here')).toEqual([])
  })
})

test('a site without the folder has no pages, and does not fail', async () => {
  const none = createFragmentReader(path.join(base, 'absent'))
  expect(await none.readDocument('help', 'en')).toEqual({ ok: false, reason: 'missing' })
  expect(await none.listDocuments('blog')).toEqual([])
})
