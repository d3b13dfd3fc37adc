// @module-tag module
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealScripts } from '#app/server/sealed-scripts.server.ts'
import fc from '#tests/support/cases.ts'

const mark = 'q1w2e3r4t5y6u7i8o9p0abcd'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('S61: the scripts of a page', () => {
  test('are hashed as a browser hashes them, in whatever order their attributes are', () => {
    const { html, sources } = sealScripts(
      `<body><script nonce="${mark}">a("<b>")</script><p>x</p>` +
        `<script type="module" nonce="${mark}" async="">import "/é.js"\n</script></body>`,
      mark,
    )
    expect(html).toBe(
      '<body><script>a("<b>")</script><p>x</p><script type="module" async="">import "/é.js"\n</script></body>',
    )
    expect(sources).toEqual([hashOf('a("<b>")'), hashOf('import "/é.js"\n')])
  })

  test('get no hash without the mark, whatever the text around them', () => {
    const own = `<script nonce="${mark}">own()</script>`
    const foreign = fc.constantFrom(
      '<script>evil()</script>',
      '<script nonce="guessed">evil()</script>',
      '<script src="/evil.js"></script>',
      '<script ',
      '<script>',
      '</script>',
      '<link rel="modulepreload" href="/x.js"/>',
      'nonce="',
      "text with 'quotes' > and <b>",
    )
    fc.assert(
      fc.property(fc.array(foreign), fc.array(foreign), (before, after) => {
        const [head, tail] = [before.join(''), after.join('')]
        // What a text opens, it closes: React escapes it, and documents are parsed.
        fc.pre(!/<script [^>]*$/.test(head))
        const { html, sources } = sealScripts(head + own + tail, mark)
        expect(sources).toEqual([hashOf('own()')])
        expect(html).toBe(`${head}<script>own()</script>${tail}`)
      }),
    )
  })

  test('are not preloaded, and other links stay', () => {
    const { html, sources } = sealScripts(
      `<link rel="modulepreload" href="/a.js" nonce="${mark}"/><link rel="icon" href="/i"/>` +
        `<link rel="preload" as="style" href="/s.css" nonce="${mark}"/>`,
      mark,
    )
    expect(html).toBe('<link rel="icon" href="/i"/><link rel="preload" as="style" href="/s.css"/>')
    expect(sources).toEqual([])
  })
})
