// @module-tag module
import { describe, expect, test } from 'vitest'
import { LINK_REFUSALS, type LinkRefusal, type PostRef } from '#app/download/platforms/link.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { postedAt } from '#app/download/platforms/tiktok/link.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import fc, { cases } from '#tests/support/cases.ts'

const id = '7234567890123456789'

function video(user: string | null = null): PostRef {
  return { kind: 'post', platform: 'tiktok', postId: id, user, media: 'video' }
}
function photo(user: string | null = null): PostRef {
  return { kind: 'post', platform: 'tiktok', postId: id, user, media: 'photo' }
}
function short(host: 'vm.tiktok.com' | 'vt.tiktok.com' | 'www.tiktok.com', code: string): PostRef {
  return { kind: 'short', platform: 'tiktok', host, code }
}
const vm = short('vm.tiktok.com', 'ZMabc_-12')

const accepted: [string, PostRef][] = [
  // Paths
  [`https://www.tiktok.com/@some.user_1/video/${id}`, video('some.user_1')],
  [`https://www.tiktok.com/@some.user_1/photo/${id}`, photo('some.user_1')],
  [`https://www.tiktok.com/@/video/${id}`, video()],
  [`https://www.tiktok.com/@_/video/${id}`, video()],
  [`https://www.tiktok.com/@имя/video/${id}`, video()],
  [`https://www.tiktok.com/%40user/video/${id}`, video('user')],
  [`https://www.tiktok.com/video/${id}`, video()],
  [`https://www.tiktok.com/photo/${id}`, photo()],
  [`https://www.tiktok.com/embed/${id}`, video()],
  [`https://www.tiktok.com/embed/v2/${id}`, video()],
  [`https://www.tiktok.com/player/v1/${id}`, video()],
  [`https://m.tiktok.com/v/${id}`, video()],
  [`https://m.tiktok.com/v/${id}.html`, video()],
  [`https://www.tiktok.com/share/video/${id}`, video()],
  [`https://t.tiktok.com/i18n/share/video/${id}`, video()],
  [`https://www.tiktok.com/foryou?item_id=${id}`, video()],
  [`https://www.tiktok.com/foryou?is_copy_url=1&item_id=${id}&lang=en`, video()],
  [`https://www.tiktok.com/?share_item_id=${id}`, video()],
  [`https://www.tiktok.com/@user?lang=en&share_item_id=${id}`, video()],
  [`https://www.tiktokv.com/share/video/${id}/`, video()],
  [`https://www.tiktokv.com/i18n/share/video/${id}/`, video()],
  // Hosts
  ...['', 'www.', 'm.', 'vm.', 'vt.', 'lite.', 't.', 'pro.', 'vn.', 'vd.'].map(
    (sub): [string, PostRef] => [`https://${sub}tiktok.com/@user/video/${id}`, video('user')],
  ),
  // Short links
  ['https://vm.tiktok.com/ZMabc_-12', vm],
  ['https://vm.tiktok.com/ZMabc_-12/', vm],
  ['https://vt.tiktok.com/ZSabc/', short('vt.tiktok.com', 'ZSabc')],
  ['https://www.tiktok.com/t/ZTabc/', short('www.tiktok.com', 'ZTabc')],
  ['https://lite.tiktok.com/t/ZTabc', short('www.tiktok.com', 'ZTabc')],
  ['https://tiktok.com/t/ZTabc', short('www.tiktok.com', 'ZTabc')],
  [`https://vm.tiktok.com/${'a'.repeat(21)}`, short('vm.tiktok.com', 'a'.repeat(21))],
  // In other bytes, and as messengers break it up
  [`ｈｔｔｐｓ：／／ｗｗｗ．ｔｉｋｔｏｋ．ｃｏｍ／＠ｕｓｅｒ／ｖｉｄｅｏ／${id}`, video('user')],
  [`https://www。tiktok。com/@user/video/${id}`, video('user')],
  [`https://www.tiktok.com/＠user/video/${id}`, video('user')],
  [`https://www.tik\u00adtok.com/@us\u200ber/video/${id}`, video('user')],
  [`https://www.tiktok.com/@user/video/${id.slice(0, 4)}\u2060${id.slice(4)}`, video('user')],
  [id.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))), video()],
  // Ways of writing
  [`http://www.tiktok.com/@user/video/${id}`, video('user')],
  [`HTTPS://WWW.TikTok.COM/@user/video/${id}`, video('user')],
  [`www.tiktok.com/@user/video/${id}`, video('user')],
  [`tiktok.com/@user/video/${id}`, video('user')],
  [`//www.tiktok.com/@user/video/${id}`, video('user')],
  ['VM.tiktok.com/ZMabc_-12', vm],
  [`https://www.tiktok.com/@user/video/${id}/`, video('user')],
  [`https://www.tiktok.com//@user//video/${id}//`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}?is_from_webapp=1&sender_device=pc`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}#comments`, video('user')],
  // A query encoded along with the path
  [`https://www.tiktok.com/@user/video/${id}%3F_t%3DX`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}%3f_r%3D1%26_t%3DX/`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}%253F_t%253DX`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}&_r=1`, video('user')],
  [`https://www.tiktok.com/@user/photo/${id}%26_r=1`, photo('user')],
  [`https://www.tiktok.com/@user/video/${id}%23comments`, video('user')],
  [`https://m.tiktok.com/v/${id}.html%3Fu_code=1`, video()],
  [`https://www.tiktok.com/embed/v2/${id}%3Flang%3Den?x=1`, video()],
  ['https://vm.tiktok.com/ZMabc_-12%3Fk%3D1', vm],
  ['https://vm.tiktok.com/ZMabc_-12&k=1', vm],
  ['https://www.tiktok.com/t/ZTabc%3Fk%3D1', short('www.tiktok.com', 'ZTabc')],
  // Slashes as JSON and scripts write them
  [String.raw`https:\/\/www.tiktok.com\/@user\/video\/${id}`, video('user')],
  [String.raw`{"url":"https:\/\/www.tiktok.com\/@user\/video\/${id}\/?a=1"}`, video('user')],
  [String.raw`https:\\/\\/www.tiktok.com\\/@user\\/video\\/${id}`, video('user')],
  [String.raw`https:\u002F\u002Fwww.tiktok.com\u002f@user\u002fvideo\u002f${id}`, video('user')],
  [String.raw`Look: https:\/\/vm.tiktok.com\/ZMabc_-12\/`, vm],
  [`https://www.tiktok.com/@user/video/${id}?next=https://evil.com/#x`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}?share_item_id=7111111111111111111`, video('user')],
  [`  https://www.tiktok.com/@user/video/${id}\n`, video('user')],
  [id, video()],
  [` ${id}\n`, video()],
  [
    '1234567890123456',
    { kind: 'post', platform: 'tiktok', postId: '1234567890123456', user: null, media: 'video' },
  ],
  // Pasted texts
  ['Look at this! https://vm.tiktok.com/ZMabc_-12/ so good', vm],
  [`看看这个https://www.tiktok.com/@user/video/${id}，太好笑了`, video('user')],
  [`看看这个 https://www.tiktok.com/@user/video/${id}。太好笑了`, video('user')],
  [`https://www.tiktok.com/@user/video/${id}太好笑了`, video('user')],
  [`(see https://www.tiktok.com/@user/video/${id}).`, video('user')],
  [`<a href="https://www.tiktok.com/@user/video/${id}">https://evil.com</a>`, video('user')],
  [`\u200e\u2068https://www.tiktok.com/@user/video/${id}\u2069`, video('user')],
  ['from tiktok.com: https://vm.tiktok.com/ZMabc_-12/', vm],
  ['ask me@tiktok.com: vm.tiktok.com/ZMabc_-12!', vm],
  [`https://vm.tiktok.com/ZMabc_-12/ https://www.tiktok.com/@user/video/${id}`, vm],
  // As a URL field leaves them: it drops line breaks
  ['Look at thishttps://vm.tiktok.com/ZMabc_-12/', vm],
  ['https://vm.tiktok.com/ZMabc_-12/This post is shared via TikTok Lite.', vm],
  // Hostile ways of writing the right host: harmless, because the link is rebuilt from the id
  [`https://www.tiktok%2Ecom/@user/video/${id}`, video('user')],
  [`https://www.ｔｉｋｔｏｋ.com/@user/video/${id}`, video('user')],
  [`ｗｗｗ.tiktok.com/@user/video/${id}`, video('user')],
  [`https://www.tik\ntok.com/@user/video/${id}`, video('user')],
  [`https://www.tiktok.com/@us\r\ner/vid\teo/${id}`, video('user')],
  [`https://www.tiktok.com\\@user\\video\\${id}`, video('user')],
  [`https://www.tiktok.com/@evil.com/video/${id}`, video('evil.com')],
]

const post = `@user/video/${id}`

const refused: [string, LinkRefusal][] = [
  ['', 'empty'],
  [' \n\t\u3000', 'empty'],
  [' '.repeat(5000), 'empty'],
  // Not a post
  ['https://www.tiktok.com/@user', 'profile'],
  ['https://www.tiktok.com/@user/', 'profile'],
  ['https://www.tiktok.com/@user?lang=en', 'profile'],
  ['https://www.tiktok.com/@user/liked', 'profile'],
  ['https://m.tiktok.com/share/user/6812345678901234567', 'profile'],
  ['https://www.tiktok.com/@user/live', 'live'],
  ['https://www.tiktok.com/live', 'live'],
  ['https://www.tiktok.com/live/gaming', 'live'],
  ['https://m.tiktok.com/share/live/7234567890123456789/', 'live'],
  ['https://www.tiktok.com/music/original-sound-7234567890123456789', 'sound'],
  ['https://www.tiktok.com/share/music/7234567890123456789', 'sound'],
  ['https://www.tiktok.com/tag/cats', 'tag'],
  ['https://www.tiktok.com/tag/кошки', 'tag'],
  ['https://www.tiktok.com/i18n/share/challenge/12345', 'tag'],
  ['https://www.tiktok.com/@user/collection/name-7234567890123456789', 'collection'],
  ['https://www.tiktok.com/@user/playlist/name-7234567890123456789', 'playlist'],
  ['https://www.tiktok.com/shop/pdp/cat-toy/1729384756', 'shop'],
  ['https://www.instagram.com/stories/someone/3000000000000000000/', 'story'],
  [`https://www.instagram.com/p/DFQe23tOWKz${'a'.repeat(28)}/`, 'private'],
  ['https://www.tiktok.com/view/product/1729384756', 'shop'],
  ['https://www.tiktok.com/invite/abc', 'invite'],
  ['https://www.tiktok.com/sticker/cat-ears-12345', 'effect'],
  ['https://www.tiktok.com/place/Berlin-12345', 'place'],
  ['https://www.tiktok.com/discover/cats', 'discover'],
  ['https://www.tiktok.com/search?q=cats', 'discover'],
  ['https://www.tiktok.com/about', 'about'],
  ['https://www.tiktok.com/hk/about', 'about'],
  ['https://www.tiktok.com/view/other', 'unknown_path'],
  ['https://www.tiktok.com/hk/other', 'unknown_path'],
  ['https://www.tiktok.com/login', 'login'],
  [`https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F${post}`, 'login'],
  ['https://www.tiktok.com/signup', 'login'],
  ['tiktok.com', 'unknown_path'],
  ['https://www.tiktok.com/', 'unknown_path'],
  ['https://vm.tiktok.com/', 'unknown_path'],
  ['https://www.tiktok.com/foryou', 'unknown_path'],
  ['https://www.tiktok.com/__proto__', 'unknown_path'],
  ['https://www.tiktok.com/share/constructor/1', 'unknown_path'],
  [`https://www.tiktok.com/@user/video/${id}/more`, 'unknown_path'],
  ['https://www.tiktok.com/t/', 'unknown_path'],
  [`https://www.tiktok.com/t/${'a'.repeat(22)}`, 'unknown_path'],
  [`https://vm.tiktok.com/${'a'.repeat(22)}`, 'unknown_path'],
  ['https://vm.tiktok.com/a%2Fb', 'unknown_path'],
  ['https://vd.tiktok.com/ZMabc', 'unknown_path'],
  ['https://www.tiktokv.com/ZMabc', 'unknown_path'],
  [`https://www.tiktokv.com/${post}`, 'unknown_path'],
  // Ids that cannot be
  ['https://www.tiktok.com/@user/video/', 'bad_id'],
  ['https://www.tiktok.com/@user/video/723456', 'bad_id'],
  ['https://www.tiktok.com/@user/video/0123456789012345678', 'bad_id'],
  [`https://www.tiktok.com/@user/video/${id}0`, 'bad_id'],
  [`https://www.tiktok.com/@user/video/${id}%0a`, 'bad_id'],
  [`https://www.tiktok.com/@user/video/${id}%250a`, 'bad_id'],
  [`https://www.tiktok.com/@user/video/%3F${id}`, 'bad_id'],
  [`https://www.tiktok.com/@user/video/${id}0%3F_t=X`, 'bad_id'],
  [`https://www.tiktok.com/@user/video/${id}%3D`, 'bad_id'],
  ['https://www.tiktok.com/@user/video/%zz', 'bad_id'],
  ['https://www.tiktok.com/foryou?item_id=1', 'bad_id'],
  ['12345', 'bad_id'],
  ['9'.repeat(2000), 'bad_id'],
  // Other hosts, also dressed up
  ['hello', 'not_platform'],
  ['cats on tiktok', 'not_platform'],
  [`https://www.youtube.com/watch?v=abc then https://www.tiktok.com/${post}`, 'other_site'],
  [`https://tiktok.com.evil.com/${post}`, 'not_platform'],
  [String.raw`https:\/\/evil.com\/@tiktok.com\/${post}`, 'not_platform'],
  [String.raw`javascript:\/\/www.tiktok.com\/${post}`, 'not_platform'],
  [`https://faketiktok.com/${post}`, 'not_platform'],
  [`https://evil.tiktok.com/${post}`, 'not_platform'],
  [`https://evil.com/?tiktok.com/${post}`, 'not_platform'],
  ['https://evil.com/?tiktok.com', 'not_platform'],
  [`https://evil.com/#tiktok.com/${post}`, 'not_platform'],
  [`https://evil.com/?u=https://www.tiktok.com/${post}`, 'not_platform'],
  [`https://tiktok.com@evil.com/${post}`, 'not_platform'],
  [`tiktok.com@evil.com/${post}`, 'not_platform'],
  [`https://evil.com\\@tiktok.com/${post}`, 'not_platform'],
  [`https://evil.com%2f@tiktok.com/${post}`, 'not_platform'],
  [`https://tіktok.com/${post}`, 'not_platform'],
  [`https://xn--tktok-n2e.com/${post}`, 'not_platform'],
  [`https://user:p@www.tiktok.com/${post}`, 'not_platform'],
  [`user:p@www.tiktok.com/${post}`, 'not_platform'],
  [`https://www.tiktok.com:8443/${post}`, 'not_platform'],
  [`www.tiktok.com:8443/${post}`, 'not_platform'],
  [`https://tiktok.com./${post}`, 'not_platform'],
  [`https://www.tiktok.com%00.evil.com/${post}`, 'not_platform'],
  ['http://169.254.169.254/', 'not_platform'],
  [`http://169.254.169.254/${post}`, 'not_platform'],
  [`http://2130706433/${post}`, 'not_platform'],
  [`http://[::ffff:127.0.0.1]/${post}`, 'not_platform'],
  [`file:///${post}`, 'not_platform'],
  [`file://www.tiktok.com/${post}`, 'not_platform'],
  [`ftp://www.tiktok.com/${post}`, 'not_platform'],
  [`javascript:alert(1)//tiktok.com/${post}`, 'not_platform'],
  [`javascript:alert(1)//https://www.tiktok.com/${post}`, 'not_platform'],
  [`data:text/html,https://www.tiktok.com/${post}`, 'not_platform'],
  [`data:text/html,<script> https://www.tiktok.com/${post}`, 'not_platform'],
  [`view-source:https://www.tiktok.com/${post}`, 'not_platform'],
  ['https://', 'not_platform'],
  // Control characters and size
  [`https://www.tiktok.com/${post}\u0000`, 'control_characters'],
  [`https://www.tik\u0000tok.com/${post}`, 'control_characters'],
  [`https://www.tiktok.com/${post}\u001b[31m`, 'control_characters'],
  [`https://www.tiktok.com/${post}\u0085x`, 'control_characters'],
  [`\u007f${id}`, 'control_characters'],
  [`https://www.tiktok.com/${post}?${'a'.repeat(2048)}`, 'too_long'],
  [`https://www.tiktok.com/${post} ${'é'.repeat(1000)}`, 'too_long'],
  [`https://www.tiktok.com/${post}${' '.repeat(2048)}`, 'too_long'],
]

function titled<T>(rows: [string, T][]): [string, string, T][] {
  return rows.map(([text, wanted]) => [text.slice(0, 90), text, wanted])
}

describe('every public link form finds its post', () => {
  test.each(titled(accepted))('%j', (_title, text, ref) => {
    expect(parsePostLink(text)).toEqual({ ok: true, ref })
  })
})

describe('S1: every other text is refused, with what it is', () => {
  test.each(titled(refused))('%j', (_title, text, reason) => {
    expect(parsePostLink(text)).toMatchObject({ ok: false, reason })
  })

  test('each reason is met by this table', () => {
    // What operators switched off is known by the settings, not by the link.
    const byLink = LINK_REFUSALS.filter((reason) => reason !== 'switched_off')
    expect(new Set(refused.map(([, reason]) => reason))).toEqual(new Set(byLink))
  })
})

test('the link handed on is the canonical one', () => {
  expect(postUrl(video('some.user'))).toBe(`https://www.tiktok.com/@some.user/video/${id}`)
  expect(postUrl(photo())).toBe(`https://www.tiktok.com/@_/photo/${id}`)
  expect(postUrl(vm)).toBe('https://vm.tiktok.com/ZMabc_-12')
  expect(postUrl(short('www.tiktok.com', 'ZTabc'))).toBe('https://www.tiktok.com/t/ZTabc')
})

test('the date of a post is read from its id', () => {
  // 6718335390845095173 / 2^32 = 1564234353 seconds
  expect(postedAt('6718335390845095173')?.toISOString()).toBe('2019-07-27T13:32:33.000Z')
  expect(postedAt('1234567890123456')).toBeNull()
  expect(postedAt('not an id')).toBeNull()
})

// Pieces of links in any order, and links with one piece put in, reach far deeper than random text.
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'https://',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '.',
      '%2e',
      '%00',
      '\n',
      ' ',
      '"',
    ],
    ...['www.tiktok.com', 'vm.tiktok.com', 'tiktok.com', 'www.tiktokv.com', 'evil.com', '。', '，'],
    ...['/@user', '/video/', '/photo/', '/t/', '/v/', '/share', '/i18n', '/foryou', '/embed'],
    ...['?item_id=', '?share_item_id=', id, 'ZMabc', 'ｔ', 'і', '\u202e', '\ud800'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const tableLink = fc.constantFrom(...accepted.map(([text]) => text))
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
  fc.array(fc.oneof(piece, tableLink), { maxLength: 8 }).map((parts) => parts.join('')),
  fc
    .tuple(tableLink, fc.nat(70), piece)
    .map(([link, at, part]) => link.slice(0, at) + part + link.slice(at)),
)

describe('S1: whatever the text is', () => {
  test('the answer is a refusal of the list, or a post whose rebuilt link is safe and parses to it', () => {
    const hosts = ['www.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com']
    fc.assert(
      fc.property(hostileText, (text) => {
        const parsed = parsePostLink(text)
        if (!parsed.ok) {
          expect(LINK_REFUSALS).toContain(parsed.reason)
          return
        }
        const link = postUrl(parsed.ref)
        const url = new URL(link)
        expect(hosts).toContain(url.hostname)
        expect(link).toBe(`https://${url.hostname}${url.pathname}`)
        expect(link).toMatch(/^[\w:/@.-]+$/)
        expect(parsePostLink(link)).toEqual(parsed)
      }),
      { numRuns: cases(2000) },
    )
  })

  test('a link to any other host is no post, even with the platform named in the rest of it', () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom('/', '/?', '/#', '/@', '?u='), (host, joint) => {
        fc.pre(!/(^|\.)tiktokv?\.com$/.test(host))
        const text = `https://${host}${joint}www.tiktok.com/${post}`
        expect(parsePostLink(text)).toEqual({ ok: false, reason: 'not_platform' })
      }),
    )
  })

  test('S45: a text made to stall the parser is answered at once', () => {
    const units = [
      'a',
      'https://',
      'http:',
      '/',
      '@',
      '%',
      ')',
      '"',
      '\n',
      'a.',
      ' x',
      '9',
      '[',
      'і',
    ]
    const start = process.threadCpuUsage()
    for (const unit of units) {
      parsePostLink(unit.repeat(Math.floor(2048 / unit.length)))
      parsePostLink(`https://www.tiktok.com/${unit.repeat(Math.floor(1000 / unit.length))}`)
      parsePostLink(unit.repeat(1_000_000))
    }
    // It takes some 20 ms; any pattern of more than linear time takes minutes.
    expect(process.threadCpuUsage(start).user / 1_000).toBeLessThan(3_000)
  })
})
