import { sendSlowly } from '../bodies.ts'
import { type ServerOptions, sendChunks } from '../http.ts'
import { begin, serve } from '../media-answer.ts'
import { mediaFiles } from '../media-files.ts'
import { type HostCall, type PlayedHosts, sendJson, startPlayedHosts } from './played-hosts.ts'

/** Plays the hosts of X: its answers about posts, short links, videos and pictures. */

type Json = Record<string, unknown>

const post = 'cdn.syndication.twimg.com'
const videos = 'https://video.twimg.com'
const pictures = 'https://pbs.twimg.com'

const names = [
  'video',
  'clips',
  'mixed',
  'gif',
  'photos',
  'quote',
  'own',
  'text',
  'retweet',
  'short_form',
  'wrapped',
  'stream',
  'other_codecs',
  'foreign_files',
  'unavailable',
  'sensitive',
  'hostile',
  'reply',
  'odd_fields',
  'empty_once',
  'empty',
  'missing',
  'nothing',
  'age',
  'bare_tombstone',
  'private',
  'withheld',
  'deleted',
  'broken_rules',
  'limited',
  'limited_unsaid',
  'refused',
  'login',
  'moved',
  'shell',
  'shape',
  'wrong',
  'broken',
  'huge',
  'dead_once',
  'held',
] as const

export type XPostName = (typeof names)[number]

const firstId = 1_790_000_000_000_000_001n
/** An id by name; consecutive ones differ in digits that a number can't hold. */
const ids = Object.fromEntries(
  names.map((name, index) => [name, String(firstId + BigInt(index))]),
) as Record<XPostName, string>

const canaries = new Set(['719944021058060289', '665052190608723968'])

const variant = (path: string, bitrate?: number): Json => ({
  ...(bitrate === undefined ? {} : { bitrate }),
  content_type: 'video/mp4',
  url: `${videos}${path}?tag=21`,
})
const stream: Json = {
  content_type: 'application/x-mpegURL',
  url: `${videos}/amplify_video/1/pl/p.m3u8?tag=21`,
}

const availability = { ext_media_availability: { status: 'Available' } }

function video(number: number, variants = sizes(number)): Json {
  return {
    type: 'video',
    media_url_https: `${pictures}/amplify_video_thumb/${number}/img/c.jpg`,
    original_info: { width: 1080, height: 1920 },
    ...availability,
    video_info: { aspect_ratio: [9, 16], duration_millis: 6000 + number, variants },
  }
}

function sizes(number: number): Json[] {
  const path = `/amplify_video/${number}/vid/avc1`
  return [
    stream,
    variant(`${path}/320x568/a.mp4`, 632_000),
    variant(`${path}/1080x1920/b.mp4`, 10_368_000),
    variant(`${path}/720x1280/c.mp4`, 2_176_000),
    variant(`${path}/1440x2560/d.mp4`, 25_000_000),
  ]
}

const gif: Json = {
  type: 'animated_gif',
  media_url_https: `${pictures}/tweet_video_thumb/g.jpg`,
  original_info: { width: 480, height: 480 },
  ...availability,
  video_info: { aspect_ratio: [1, 1], variants: [variant('/tweet_video/g.mp4', 0)] },
}
const photo = (name: string): Json => ({
  type: 'photo',
  media_url_https: `${pictures}/media/${name}.jpg`,
  original_info: { width: 1200, height: 900 },
  ...availability,
})

function tweet(id: string, media: readonly Json[], more: Json = {}): Json {
  return {
    __typename: 'Tweet',
    id_str: id,
    lang: 'en',
    created_at: '2026-05-13T09:00:00.000Z',
    text: 'two clips &amp; more https://t.co/abcdefghij',
    display_text_range: [0, 20],
    user: { id_str: '1', name: 'A B', screen_name: 'a_b' },
    possibly_sensitive: false,
    favorite_count: 3,
    conversation_count: 1,
    ...(media.length > 0 && { mediaDetails: media }),
    isEdited: false,
    ...more,
  }
}

const quoted = tweet('1789999999999999999', [video(7)], { text: 'quoted', user: {} })

function tombstone(sentence: string | null): Json {
  const said = sentence === null ? {} : { text: { text: sentence, entities: [], rtl: false } }
  return { __typename: 'TweetTombstone', tombstone: said }
}

/** Its file stops midway, and the connection stays open. */
const heldFile = '/amplify_video/held/vid/avc1/720x1280/c.mp4'

const bodies: Partial<Record<XPostName, (id: string) => unknown>> = {
  clips: (id) => tweet(id, [video(1), gif, photo('P'), video(2)]),
  mixed: (id) => tweet(id, [photo('P'), video(1), photo('Q')]),
  gif: (id) => tweet(id, [gif]),
  photos: (id) => tweet(id, [photo('P'), photo('Q')]),
  quote: (id) => tweet(id, [], { quoted_tweet: quoted }),
  own: (id) => tweet(id, [video(1)], { quoted_tweet: quoted }),
  text: (id) => tweet(id, []),
  retweet: (id) => tweet(id, [], { text: 'RT @a_b: two clips' }),
  short_form: (id) =>
    tweet(id, [], {
      video: {
        poster: `${pictures}/amplify_video_thumb/1/img/c.jpg`,
        durationMs: 6000,
        variants: sizes(1).map(({ content_type, url }) => ({ type: content_type, src: url })),
      },
      photos: [{ url: `${pictures}/media/P.jpg`, width: 1200, height: 900 }],
    }),
  wrapped: (id) => ({ data: { items: [tweet('1', [video(9)]), tweet(id, [video(1)])] } }),
  stream: (id) => tweet(id, [video(1, [stream])]),
  other_codecs: (id) =>
    tweet(id, [
      video(1, [
        variant('/amplify_video/1/vid/hevc/1080x1920/h.mp4', 3_000_000),
        variant('/amplify_video/1/vid/720x1280/c.mp4', 2_176_000),
      ]),
    ]),
  foreign_files: (id) =>
    tweet(id, [
      video(1, [
        {
          bitrate: 9_000_000,
          content_type: 'video/mp4',
          url: 'https://evil.example/1080x1920/x.mp4',
        },
        {
          bitrate: 8_000_000,
          content_type: 'video/mp4',
          url: 'https://video.twimg.com.evil.example/vid/1080x1920/x.mp4',
        },
        {
          bitrate: 7_000_000,
          content_type: 'video/mp4',
          url: 'http://video.twimg.com/1080x1920/x.mp4',
        },
        { bitrate: 6_000_000, content_type: 'video/mp4', url: 'javascript:alert(1)' },
        variant('/amplify_video/1/vid/avc1/720x1280/c.mp4', 2_176_000),
      ]),
      { type: 'photo', media_url_https: 'https://evil.example/media/P.jpg' },
    ]),
  unavailable: (id) =>
    tweet(id, [
      { ...video(1), ext_media_availability: { status: 'Unavailable', reason: 'Dmcaed' } },
    ]),
  sensitive: (id) => tweet(id, [video(1)], { possibly_sensitive: true }),
  hostile: (id) =>
    tweet(id, [video(1)], {
      text: '</script><img src=x onerror=alert(1)>\u0000\u202e "quoted"\r\n',
      display_text_range: [0, 9_999],
      user: { name: '<b>Name</b>\u0007', screen_name: '../../etc' },
      created_at: 'yesterday',
      favorite_count: -1,
      conversation_count: 'many',
    }),
  reply: (id) =>
    tweet(id, [video(1)], {
      text: '@friend 🎉 look https://t.co/abcdefghij',
      display_text_range: [8, 14],
    }),
  odd_fields: (id) =>
    tweet(id, [{ ...video(1), original_info: 'wide', ext_media_availability: 5 }], {
      user: null,
      favorite_count: '3',
      display_text_range: 'all',
      possibly_sensitive: 'true',
    }),
  held: (id) => tweet(id, [video(1, [variant(heldFile, 2_176_000)])]),
  nothing: () => ({}),
  age: () =>
    tombstone(
      "Age-restricted adult content. This content might not be appropriate for people under 18 years old. To view this media, you'll need to log in to X. Learn more",
    ),
  bare_tombstone: () => tombstone(null),
  private: () =>
    tombstone(
      'You’re unable to view this Post because this account owner limits who can view their Posts. Learn more',
    ),
  withheld: () => tombstone('This Post has been withheld in your country. Learn more'),
  deleted: () => tombstone('This Post was deleted by the Post author. Learn more'),
  broken_rules: () => tombstone('This Post violated the X Rules. Learn more'),
  shape: (id) => ({ result: { rest_id: id, legacy: { full_text: 'moved' } } }),
  wrong: () => tweet('1790000000000099999', [video(9)]),
  broken: () => ['not', 'a', 'post'],
}

const codes: Record<string, string> = {
  video: `http://twitter.com/a_b/status/${ids.video}/video/1?s=20`,
  second: 'https://t.co/video',
  loop: 'https://t.co/loop',
  profile: 'https://x.com/a_b',
  space: 'https://x.com/i/spaces/1YqKDqWqdPLJV',
  login: 'https://x.com/i/flow/login?redirect_after_login=1',
  elsewhere: `https://evil.example/a_b/status/${ids.video}`,
  likeness: `https://x.com.evil.example/a_b/status/${ids.video}`,
  inside: `http://127.0.0.1/a_b/status/${ids.video}`,
  badTarget: 'https://[no',
  port: `https://x.com:8443/a_b/status/${ids.video}`,
  credentials: `https://u:p@x.com/a_b/status/${ids.video}`,
}

/** What some clients get in place of a redirect. */
const pages: Record<string, string> = {
  page: `<head><META http-equiv="refresh" content="0;URL=https://x.com/a_b/status/${ids.video}"></head>`,
  shown: '<html><body>Warning</body></html>',
  shownHome: '<html><body><a href="https://x.com">Continue</a></body></html>',
}

export type PlayedX = PlayedHosts & {
  ids: Record<XPostName, string>
  /** The post's link on the site. */
  link(name: XPostName): string
  /** A short link, by what it leads to. */
  shortLink(code: string): string
  /** From now on posts that are known to work fail the same way. */
  failKnown(name: XPostName): void
}

const media = mediaFiles()

export async function startX(options: ServerOptions = {}): Promise<PlayedX> {
  const asked = new Map<string, number>()
  let known: XPostName = 'video'

  async function answerPost(call: HostCall): Promise<void> {
    const { res, req, url } = call
    const id = url.searchParams.get('id') ?? ''
    const name = canaries.has(id) ? known : names.find((one) => ids[one] === id)
    const times = (asked.get(id) ?? 0) + 1
    asked.set(id, times)
    if (req.headers['user-agent'] === undefined || name === 'refused') {
      return void res.writeHead(403, { 'Content-Type': 'text/html' }).end('<html>No</html>')
    }
    switch (name) {
      case undefined:
      case 'missing':
        return void res.writeHead(404, { 'Content-Type': 'application/json' }).end('')
      case 'limited':
        return sendJson(call, { errors: [] }, 429, { 'Retry-After': '120' })
      case 'limited_unsaid':
        return sendJson(call, {}, 429)
      case 'login':
        return void res.writeHead(302, { Location: 'https://x.com/i/flow/login' }).end()
      case 'moved':
        return void res.writeHead(302, { Location: 'https://x.com/new-place' }).end()
      case 'shell':
        return void res
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end('<html><title>X</title><script src="/main.js"></script></html>')
      case 'empty':
        return void res.writeHead(200, { 'Content-Type': 'application/json' }).end('')
      case 'huge':
        return sendJson(call, tweet(id, [video(1)], { text: 'x'.repeat(2_000_000) }))
      case 'empty_once':
        if (times === 1) return void res.writeHead(200).end('')
        return sendJson(call, tweet(id, [video(1)]))
      case 'dead_once': {
        const path = `/amplify_video/${times === 1 ? 'dead' : 'fresh'}/vid/avc1/720x1280/c.mp4`
        return sendJson(call, tweet(id, [video(1, [variant(path, 2_176_000)])]))
      }
      default:
        return sendJson(call, (bodies[name] ?? ((own) => tweet(own, [video(1)])))(id))
    }
  }

  const hosts = await startPlayedHosts(
    'x',
    {
      [post]: answerPost,
      't.co': ({ res, url }) => {
        const code = url.pathname.slice(1)
        const page = pages[code]
        if (page !== undefined) return void res.writeHead(200).end(page)
        if (code === 'noTarget') return void res.writeHead(302).end()
        const to = codes[code]
        if (to === undefined) return void res.writeHead(404).end()
        res.writeHead(301, { Location: to }).end()
      },
      'video.twimg.com': async (call) => {
        const { pathname } = call.url
        if (pathname.includes('/dead/')) return void call.res.writeHead(403).end()
        const name = pathname.startsWith('/tweet_video/')
          ? 'silent.mp4'
          : pathname.includes('/1080x1920/')
            ? 'hd.mp4'
            : 'video.mp4'
        const file = media.get(name)
        if (file === undefined) return
        if (pathname !== heldFile) return serve(call, file)
        const [start = 0] = begin(call, file) ?? []
        await sendChunks(call, file.chunks(start, start + 1000))
        // Never silent, so only the app can end it.
        await sendSlowly(call, file.chunks(start + 1000, file.size), 20)
      },
      'pbs.twimg.com': async (call) => {
        const file = media.get(call.url.pathname.includes('/media/') ? 'image-1.jpg' : 'cover.jpg')
        // The largest form of one picture is missing, as the site has it for some.
        const isLost =
          call.url.pathname === '/media/Q' && call.url.searchParams.get('name') === 'orig'
        if (isLost) return void call.res.writeHead(404).end()
        if (file !== undefined) await serve(call, file)
      },
    },
    options,
  )
  return {
    ...hosts,
    ids,
    link: (name) => `https://x.com/a_b/status/${ids[name]}`,
    shortLink: (code) => `https://t.co/${code}`,
    failKnown: (name) => {
      known = name
    },
  }
}
