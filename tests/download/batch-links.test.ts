// @module-tag module
import { describe, expect, test } from 'vitest'
import { batchOfText, linkKey, linksIn } from '#app/download/batch/links.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { interruptible } from '#tests/support/interruptible.ts'

const postId = fc.bigInt({ min: 10n ** 18n, max: 9n * 10n ** 18n }).map(String)
const user = fc.stringMatching(/^[a-z][a-z\d_.]{0,20}[a-z\d]$/)
const media = fc.constantFrom<'video' | 'photo'>('video', 'photo')
const post = fc
  .record({ postId, user, media })
  .map((fields): PostRef => ({ kind: 'post', platform: 'tiktok', ...fields }))
const short = fc
  .record({
    host: fc.constantFrom<'vm.tiktok.com' | 'vt.tiktok.com'>('vm.tiktok.com', 'vt.tiktok.com'),
    code: fc.stringMatching(/^ZM[A-Za-z\d]{5,9}$/),
  })
  .map((fields): PostRef => ({ kind: 'short', platform: 'tiktok', ...fields }))
const refs = fc.uniqueArray(fc.oneof(post, short), { selector: linkKey, maxLength: 30 })

/** How people write a link among others. */
const written = (ref: PostRef, how: number) => {
  const url = postUrl(ref)
  const usual = [url, `${url}?_r=1&_t=ZS`, `${url}/`, url.replace('https://', ''), `<${url}>`]
  return [...usual, `${url}%3F_r%3D1%26_t%3DZS`, url.replaceAll('/', '\\/')][how] ?? url
}
const between = fc.constantFrom(
  '\n',
  '\r\n',
  '\n\n',
  ' ',
  ', ',
  '; ',
  ' | ',
  '\t',
  '\u2028',
  ' and ',
)
const prose = fc.constantFrom('', 'Look at this!\n', 'Mine:\r\n- ', '😀 ', '"quoted" \n', '1. ')

describe('links in a text', () => {
  test('are all found, in order, whatever surrounds them', () => {
    const texts = refs.chain((all) =>
      fc.record({
        all: fc.constant(all),
        hows: fc.array(fc.nat(6), { minLength: all.length, maxLength: all.length }),
        gaps: fc.array(between, { minLength: all.length, maxLength: all.length }),
        before: prose,
        after: prose,
      }),
    )
    fc.assert(
      fc.property(texts, ({ all, hows, gaps, before, after }) => {
        const links = all.map((ref, index) => written(ref, hows[index] ?? 0) + gaps[index])
        const found = linksIn(before + links.join('') + after)
        expect(found.map((link) => (link.ok ? link.key : link.text))).toEqual(all.map(linkKey))
      }),
      { numRuns: cases(500) },
    )
  })

  test('count once, however often and however they are written', () => {
    fc.assert(
      fc.property(post, fc.array(fc.nat(4), { minLength: 1, maxLength: 8 }), (ref, hows) => {
        const found = linksIn(hows.map((how) => written(ref, how)).join('\n'))
        expect(found).toHaveLength(1)
      }),
    )
  })

  test('are never made up: the single-link parser reads each from a piece of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.webUrl(), postId, fc.constant('https://')), {
          maxLength: 12,
        }),
        between,
        (pieces, gap) => {
          for (const link of linksIn(pieces.join(gap))) {
            if (link.ok) expect(parsePostLink(postUrl(link.ref)).ok).toBe(true)
            else expect(parsePostLink(link.text)).toEqual({ ok: false, reason: link.reason })
          }
        },
      ),
      { numRuns: cases(100) },
    )
  })

  test('include the link that a single look-up would use', () => {
    fc.assert(
      fc.property(
        prose,
        fc.oneof(post, short),
        fc.nat(4),
        fc.string(),
        (before, ref, how, tail) => {
          const line = `${before.replace(/\s+/g, ' ')}${written(ref, how)} ${tail.replace(/[\r\n]/g, '')}`
          const single = parsePostLink(line)
          if (!single.ok) return
          const keys = linksIn(line).map((link) => (link.ok ? link.key : null))
          expect(keys).toContain(linkKey(single.ref))
        },
      ),
      { numRuns: cases(500) },
    )
  })

  test('from an app’s message are the post alone, not the app’s home page', () => {
    const message =
      "Check out Ann's video! https://vm.tiktok.com/ZMabc12/ This post is shared via TikTok Lite. " +
      'Download TikTok Lite to enjoy more posts: https://www.tiktok.com/tiktoklite'
    expect(linksIn(message)).toMatchObject([{ ok: true, key: 'vm.tiktok.com/ZMabc12' }])
  })

  test('are found in one pass even over a text built to be slow', () => {
    const hard = [
      '-'.repeat(1_000_000),
      'a.'.repeat(500_000),
      'https://'.repeat(125_000),
      '1,'.repeat(500_000),
    ]
    for (const text of hard) expect(interruptible(() => linksIn(text))).toBeInstanceOf(Array)
  })
})

describe('a batch of a text', () => {
  const link = (serial: number) => `https://www.tiktok.com/@a/video/73456789000000${10000 + serial}`
  const links = (count: number) =>
    Array.from({ length: count }, (_, index) => link(index)).join('\n')

  test('has as many links as are allowed, and how many there were if there are more', () => {
    expect(batchOfText(links(20), 20)).toMatchObject({ ok: true })
    const problem = { kind: 'too_many_links', links: 21, max: 20 }
    expect(batchOfText(links(21), 20)).toEqual({ ok: false, problem })
  })

  test('names the lines that are no links, as long as there is one', () => {
    const text = `${link(1)}\nhttps://www.tiktok.com/@someone\nhttps://other.example/video/1`
    expect(batchOfText(text, 20)).toMatchObject({
      ok: true,
      links: [
        { ok: true, line: 1 },
        { ok: false, line: 2, reason: 'profile' },
        { ok: false, line: 3, reason: 'not_platform' },
      ],
    })
    expect(batchOfText('https://www.tiktok.com/@someone', 20)).toMatchObject({
      ok: false,
      problem: { kind: 'invalid', refused: [{ reason: 'profile' }] },
    })
  })

  test('doesn’t exist without a link', () => {
    expect(batchOfText(' \n ', 20)).toEqual({ ok: false, problem: { kind: 'empty' } })
    const problem = { kind: 'invalid', refused: [] }
    expect(batchOfText('just words', 20)).toEqual({ ok: false, problem })
  })
})
