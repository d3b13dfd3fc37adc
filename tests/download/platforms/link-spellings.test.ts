// @module-tag module
import { expect, test } from 'vitest'
import { linksIn } from '#app/download/batch/links.ts'
import { creatorOfLink, linkedPlatforms } from '#app/download/platforms/links.ts'
import { parsePostLink } from '#app/posts/post-link.ts'

/** Links as apps, chats and pages write them, one rule for every platform. */

const id = '7234567890123456789'
/** Posts and short links with their id in the path. */
const links: [platform: string, link: string][] = [
  ['tiktok', `https://www.tiktok.com/@user/video/${id}`],
  ['tiktok', `https://m.tiktok.com/v/${id}.html`],
  ['tiktok', 'https://vm.tiktok.com/ZMabc_-12'],
  ['tiktok', 'https://www.tiktok.com/t/ZTabc'],
  ['x', 'https://x.com/a_b/status/1790000000000000001'],
  ['x', 'https://twitter.com/a_b/status/1790000000000000001/photo/1'],
  ['x', 'https://t.co/AbCd1234'],
  ['bluesky', 'https://bsky.app/profile/a.test/post/3kaaaaaaaaa2a'],
  ['bluesky', 'https://bsky.app/profile/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/post/3kaaaaaaaaa2a'],
  ['pinterest', 'https://www.pinterest.com/pin/664281013778109217'],
  ['pinterest', 'https://www.pinterest.de/pin/a-paper-bird--664281013778109217'],
  ['pinterest', 'https://pin.it/aBc123'],
  ['instagram', 'https://www.instagram.com/reel/DFQe23tOWKz'],
  ['instagram', 'https://www.instagram.com/some.one/p/DFQe23tOWKz'],
  ['instagram', 'https://www.instagram.com/share/reel/BAGoodShare'],
  ['facebook', 'https://www.facebook.com/reel/730293269054758'],
  ['facebook', 'https://www.facebook.com/some.one/videos/a-title/730293269054758'],
  ['facebook', 'https://www.facebook.com/share/v/1AbCdEfGh'],
  ['facebook', 'https://fb.watch/abcDEF_1-2'],
  ['snapchat', 'https://www.snapchat.com/spotlight/W7_EDlXWTBiXAEEniNoMPwAAYcnVj'],
  ['snapchat', 'https://t.snapchat.com/AbCd1234'],
  ['reddit', 'https://www.reddit.com/r/paperbirds/comments/6rrwyj/a_paper_bird'],
  ['reddit', 'https://redd.it/6rrwyj'],
  ['reddit', 'https://v.redd.it/zv89llsvexdz'],
  ['reddit', 'https://www.reddit.com/r/paperbirds/s/aBc123'],
  ['streamable', 'https://streamable.com/hn8hq'],
  ['streamable', 'https://streamable.com/e/hn8hq'],
]

const slashes = (link: string, written: string) => link.replaceAll('/', () => written)

const spellings: [name: string, spell: (link: string) => string][] = [
  ['a query encoded with the path', (link) => `${link}%3F_t%3DX`],
  ['that with a slash at its end', (link) => `${link}/%3fs%3D20%26t%3DX/`],
  ['a query encoded twice', (link) => `${link}%253Fs%253D20`],
  ['an encoded query before a real one', (link) => `${link}%3Futm_source%3Dx?a=1`],
  ['a query without its question mark', (link) => `${link}&utm_source=x`],
  ['an encoded & for it', (link) => `${link}%26_r=1`],
  ['an encoded question mark alone', (link) => `${link}%3F`],
  ['an encoded fragment', (link) => `${link}%23comments`],
  ['HTML’s ampersands', (link) => `${link}?a=1&amp;b=2`],
  ['an ampersand of HTML in the path', (link) => `${link}&amp;_r=1`],
  ['JSON’s slashes', (link) => slashes(link, '\\/')],
  ['JSON in JSON', (link) => slashes(link, '\\\\/')],
  ['JSON’s codes', (link) => `${slashes(link, '\\u002F')}\\u003Fa\\u003d1\\u0026b\\u003d2`],
  ['a script’s codes', (link) => `${slashes(link, '\\x2f')}\\x3Fa\\x3D1`],
  ['HTML’s codes', (link) => `${slashes(link, '&#x2F;')}?a&#x3D;1&#38;b&#61;2`],
  ['HTML’s decimal codes', (link) => slashes(link, '&#47;')],
  ['HTML’s codes escaped once more', (link) => slashes(link, '&amp;#x2F;')],
  ['encoded whole', (link) => encodeURIComponent(link)],
  ['encoded whole, with its query', (link) => encodeURIComponent(`${link}?a=1&b=2`)],
  ['encoded whole, twice', (link) => encodeURIComponent(encodeURIComponent(link))],
  ['encoded whole in a text', (link) => `look: ${encodeURIComponent(link)} (good)`],
  ['a field of JSON', (link) => `{"url":"${slashes(link, '\\/')}?a=1\\u0026b=2","n":1}`],
  ['a script’s text', (link) => `open('${link}', 'x')`],
  ['Markdown', (link) => `[a video](${link})`],
  ['Markdown of itself', (link) => `[${link}](${link})`],
  ['a wiki’s link', (link) => `[[${link}|a video]]`],
  ['a forum’s code', (link) => `[url=${link}]a video[/url]`],
  ['another forum’s code', (link) => `[url]${link}[/url]`],
  ['a chat’s link', (link) => `<${link}|a video>`],
  ['a chat’s code', (link) => `\`${link}\` here`],
  ['an attribute', (link) => `<a href='${link}?a=1&amp;b=2'>x</a>`],
  ['a list in Chinese', (link) => `看：${link}、还有`],
]

test.each(spellings)('a link would be refused that is written as %s', (_, spell) => {
  for (const [platform, link] of links) {
    const parsed = parsePostLink(link)
    if (!parsed.ok) throw new Error(`${link} is ${parsed.reason}`)
    expect(parsed.ref.platform).toBe(platform)
    const written = spell(link)
    expect(parsePostLink(written), written).toEqual(parsed)
    const inBatch = linksIn(`${written}\n`)
    expect(
      inBatch.map((one) => (one.ok ? one.ref : one.text)),
      written,
    ).toEqual([parsed.ref])
  }
})

/** Links whose id is in their query. */
const queries: [platform: string, start: string, name: string, id: string][] = [
  ['facebook', 'https://www.facebook.com/watch/', 'v', '730293269054758'],
  ['facebook', 'https://www.facebook.com/video.php', 'v', '730293269054758'],
  ['x', 'https://x.com/i/bookmarks', 'post_id', '1790000000000000001'],
  ['pinterest', 'https://assets.pinterest.com/ext/embed.html', 'id', '664281013778109217'],
  ['tiktok', 'https://www.tiktok.com/foryou', 'item_id', id],
  ['tiktok', 'https://www.tiktok.com/@user', 'share_item_id', id],
]

test.each(queries)(
  'an id would be lost in an escaped query: %s %s',
  (platform, start, name, own) => {
    const plain = parsePostLink(`${start}?${name}=${own}`)
    expect(plain).toMatchObject({ ok: true, ref: { platform } })
    for (const query of [
      `?a=1&amp;${name}=${own}`,
      `?a=1&amp;amp;${name}=${own}&amp;b=2`,
      `?a=1&#38;${name}&#x3D;${own}`,
      `?a=1\\u0026${name}\\u003D${own}`,
      `%3F${name}%3D${own}`,
      `%3Fa%3D1%26${name}%3D${own}`,
      `%253F${name}%253D${own}`,
      `%3F${name}=${own}`,
      `?${name}=${own}%26a%3D1`.replace('%26a%3D1', '&amp;a=1'),
    ]) {
      expect(parsePostLink(start + query), query).toEqual(plain)
    }
  },
)

test('each platform’s links are among these', () => {
  expect(new Set(links.map(([platform]) => platform))).toEqual(new Set(linkedPlatforms()))
})

test.each([
  // What a title has of its own isn't a query.
  ['https://www.pinterest.com/pin/what-is-this%3F--664281013778109217/', 'ok'],
  ['https://www.pinterest.com/pin/cats-%26-dogs--664281013778109217/', 'ok'],
  ['https://www.pinterest.com/pin/r&b-songs--664281013778109217/', 'ok'],
  ['https://www.pinterest.com/pin/%231-dad--664281013778109217/', 'ok'],
  ['https://x.com/a_b/status/1790000000000000001%3D', 'bad_id'],
  ['https://x.com/a_b/status/%3Fid%3D1790000000000000001', 'bad_id'],
  ['https://www.facebook.com/reel/7302932%35', 'ok'],
  // An escape makes no other host of a host, and no link of another link's query.
  ['https://evil.example\\u0040x.com/a_b/status/1790000000000000001', 'not_platform'],
  ['https://x.com\\u002eevil.example/a_b/status/1790000000000000001', 'not_platform'],
  ['https://x.com&#46;evil.example/a_b/status/1790000000000000001', 'not_platform'],
  ['https:&#47;&#47;evil.example&#64;x.com/a_b/status/1790000000000000001', 'not_platform'],
  [
    'https://evil.example/?u=https%3A%2F%2Fx.com%2Fa_b%2Fstatus%2F1790000000000000001',
    'not_platform',
  ],
  ['https%3A%2F%2Fevil.example%2F%3Fu%3Dhttps%3A%2F%2Fx.com%2Fa_b%2Fstatus%2F1', 'not_platform'],
  ['https%3A%2F%2Fx.com%40evil.example%2Fa_b%2Fstatus%2F1790000000000000001', 'not_platform'],
  ['javascript&#58;alert(1)//x.com/a_b/status/1790000000000000001', 'not_platform'],
])('%s is %s', (link, outcome) => {
  const parsed = parsePostLink(link)
  expect(parsed.ok ? 'ok' : parsed.reason).toBe(outcome)
})

test.each([
  ['https:\\/\\/www.facebook.com\\/some.one', 'some.one'],
  ['https://x.com/a_b%3Flang%3Den', 'a_b'],
  ['https://www.snapchat.com/add/some.one&amp;x=1', 'some.one'],
])('a creator could not be blocked with the link %s', (link, name) => {
  expect(creatorOfLink(link)?.handle).toBe(name)
})
