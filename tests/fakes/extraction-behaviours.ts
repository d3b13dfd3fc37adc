import { setTimeout as wait } from 'node:timers/promises'
import { challengePage, sendEndless, sendGzipBomb, sendMalformed, sendSlowly } from './bodies.ts'
import {
  address,
  type Behaviour,
  type Data,
  expiringData,
  fail,
  faultyAddress,
  hdData,
  type Lookup,
  messages,
  oddTypesData,
  sendBody,
  siteRelativeData,
  slideshowData,
  succeed,
  videoData,
} from './extraction-answers.ts'

type Row = [code: number, behaviour: Behaviour]

/** A good answer with some fields changed; `undefined` leaves one out. */
function video(changes: Data | ((lookup: Lookup) => Data) = {}): Behaviour {
  return (lookup) => {
    const changed = typeof changes === 'function' ? changes(lookup) : changes
    succeed(lookup, { ...videoData(lookup), ...changed })
  }
}

/** A good answer whose video comes by way of a fault of the media host. */
function faultyVideo(fault: string): Behaviour {
  return video((lookup) => ({ play: faultyAddress(lookup, fault) }))
}

/** The video's link is dead at the first look-up and good at the next. */
/** Both covers that an answer has. */
function faultyCovers(fault: string): Behaviour {
  return video((lookup) => {
    const cover = faultyAddress(lookup, fault, 'cover.jpg')
    return { cover, origin_cover: cover }
  })
}

function healing(status: number): Behaviour {
  return video((lookup) =>
    lookup.times === 1 ? { play: faultyAddress(lookup, String(status)) } : {},
  )
}

function failure(msg: string): Behaviour {
  return (lookup) => fail(lookup, msg)
}

function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return ({ call }) => {
    call.res.writeHead(code, { 'Content-Type': 'text/plain', ...headers }).end('no\n')
  }
}

function raw(body: string): Behaviour {
  return (lookup) => sendBody(lookup, body)
}

function redirectTo(target: (lookup: Lookup) => string): Behaviour {
  return (lookup) => {
    lookup.call.res.writeHead(302, { Location: target(lookup) }).end()
  }
}

/** The first behaviour at the first look-up, the second at every later one. */
function firstThen(first: Behaviour, later: Behaviour): Behaviour {
  return (lookup) => (lookup.times === 1 ? first(lookup) : later(lookup))
}

function jsonHead({ call }: Lookup): void {
  call.res.writeHead(200, { 'Content-Type': 'application/json' })
  call.res.flushHeaders()
}

const hostileTitle = `</script><img src=x onerror="alert(1)">\u2028\u2029<!--{{7*7}}'"\``
const openJson = '{"code":0,"msg":"success","data":{"title":"'

/** What each known post does when it is looked up, by name, with the last three digits of its id. */
export const behaviours = {
  // Good answers
  video: [0, video()],
  hd: [1, (lookup) => succeed(lookup, hdData(lookup))],
  hdHevc: [2, (lookup) => succeed(lookup, hdData(lookup, 'hevc.mp4'))],
  slideshow: [
    3,
    (lookup) =>
      succeed(lookup, slideshowData(lookup, ['image-1.jpg', 'image-2.jpg', 'image-3.jpg'])),
  ],
  slideshowWebp: [
    4,
    (lookup) => succeed(lookup, slideshowData(lookup, ['image.webp', 'image-1.jpg'])),
  ],
  slideshowOf35: [
    5,
    (lookup) => succeed(lookup, slideshowData(lookup, new Array(35).fill('image-2.jpg'))),
  ],
  slideshowAac: [
    6,
    (lookup) =>
      succeed(lookup, {
        ...slideshowData(lookup, ['image-1.jpg']),
        play: address(lookup, 'music.m4a'),
        music: address(lookup, 'music.m4a'),
      }),
  ],
  musicAac: [7, video((lookup) => ({ music: address(lookup, 'music.m4a') }))],
  silent: [
    8,
    video((lookup) => ({
      play: address(lookup, 'silent.mp4'),
      size: lookup.sizeOf('silent.mp4'),
      music: '',
      music_info: undefined,
    })),
  ],
  indexLast: [9, video((lookup) => ({ play: address(lookup, 'moov-last.mp4') }))],
  /** 24 MB of noise behind an ftyp box. */
  big: [10, video((lookup) => ({ play: `${lookup.media}/big/24000000`, size: 24_000_000 }))],
  siteRelative: [11, (lookup) => succeed(lookup, siteRelativeData(lookup))],
  /** Answers after 2 s. */
  slow: [
    12,
    async (lookup) => {
      await wait(2000, undefined, { signal: lookup.call.signal })
      succeed(lookup, videoData(lookup))
    },
  ],

  /** Answers after 2 s that there is none. */
  slowGone: [
    13,
    async (lookup) => {
      await wait(2000, undefined, { signal: lookup.call.signal })
      fail(lookup, messages.parsingFailed)
    },
  ],

  // Odd fields in good answers
  noTitle: [20, video({ title: '' })],
  noAuthor: [21, video({ author: undefined })],
  sizeNull: [22, video({ size: null, wm_size: null, hd_size: null })],
  sizeZero: [23, video({ size: 0, wm_size: 0, hd_size: 0 })],
  sizeMissing: [24, video({ size: undefined, wm_size: undefined, hd_size: undefined })],
  sizeWrong: [25, video({ size: 17 })],
  oddTypes: [26, (lookup) => succeed(lookup, oddTypesData(lookup))],
  idMissing: [27, video({ id: undefined })],
  onlyRequired: [
    28,
    (lookup) => {
      const { play, cover, title } = videoData(lookup)
      succeed(lookup, { play, cover, title })
    },
  ],
  imagesEmpty: [29, video({ images: [] })],
  unknownFields: [30, video({ ad: { url: 'https://evil.example/' }, is_ad: true, extra: [1] })],
  protoFields: [
    31,
    (lookup) => {
      const data = JSON.stringify(videoData(lookup)).slice(1)
      sendBody(
        lookup,
        `{"code":0,"__proto__":{"admin":true},"data":{"__proto__":{"admin":true},${data}}`,
      )
    },
  ],

  // Addresses with an expiry
  expiring: [40, (lookup) => succeed(lookup, expiringData(lookup, 3600))],
  expiringSoon: [41, (lookup) => succeed(lookup, expiringData(lookup, 5))],
  expired: [42, (lookup) => succeed(lookup, expiringData(lookup, -60))],

  // Hostile text
  hostileTitle: [
    50,
    video({
      title: hostileTitle,
      author: {
        unique_id: '"><svg onload=alert(1)>',
        nickname: hostileTitle,
        avatar: 'javascript:1',
      },
    }),
  ],
  longTitle: [51, video({ title: 'A very long title. '.repeat(500) })],
  emojiTitle: [52, video({ title: 'שלום \u202egnp.exe\u202c 👩‍👩‍👧‍👦 مرحبا 🎵 日本語' })],
  controlTitle: [53, video({ title: 'a\r\nSet-Cookie: x=1\r\n\u0000\u001b[31m"../../b\\c/d;e"' })],
  formulaTitle: [54, video({ title: '=HYPERLINK("https://evil.example/";"x")' })],
  loneSurrogateTitle: [55, video({ title: 'half \ud83d emoji' })],

  // Addresses that must not be dialled, or not be shown
  privateMedia: [60, video({ play: 'http://169.254.169.254/latest/meta-data/' })],
  loopbackMedia: [61, video({ play: 'https://127.0.0.1/video.mp4' })],
  foreignMedia: [62, video({ play: 'https://media.evil.example/video.mp4' })],
  lookalikeMedia: [63, video({ play: 'https://tiktokcdn.com.evil.example/video.mp4' })],
  scriptMedia: [64, video({ play: 'javascript:alert(1)' })],
  fileMedia: [65, video({ play: 'file:///etc/passwd' })],
  portMedia: [66, video({ play: 'https://v16.tiktokcdn.com:8443/video.mp4' })],
  credentialsMedia: [67, video({ play: 'https://user:pass@v16.tiktokcdn.com/video.mp4' })],
  hostileCover: [68, video({ cover: 'javascript:alert(1)', origin_cover: 'http://127.0.0.1:1/' })],

  // Refusals by the service
  parsingFailed: [100, failure(messages.parsingFailed)],
  perSecondOnce: [101, firstThen(failure(messages.perSecond), video())],
  perSecondAlways: [102, failure(messages.perSecond)],
  dailyLimit: [103, failure(messages.perDay)],
  unknownFailure: [104, failure('Something new happened')],
  noMessage: [105, raw('{"code":-1}')],

  // HTTP statuses
  status403: [110, status(403)],
  status531: [111, status(531)],
  status500: [112, status(500)],
  status500Once: [113, firstThen(status(500), video())],
  status429: [114, status(429, { 'Retry-After': '1' })],
  status429Once: [115, firstThen(status(429, { 'Retry-After': '1' }), video())],
  redirect: [
    116,
    (lookup) =>
      lookup.call.url.searchParams.has('redirected')
        ? video()(lookup)
        : redirectTo(({ origin, postId }) => `${origin}/api/?url=${postId}&redirected=1`)(lookup),
  ],
  redirectPrivate: [117, redirectTo(() => 'http://169.254.169.254/latest/meta-data/')],
  redirectLoop: [118, redirectTo(({ call }) => call.req.url ?? '/')],

  // Bodies that are no answer
  htmlChallenge: [
    130,
    ({ call }) => void call.res.setHeader('Content-Type', 'text/html').end(challengePage),
  ],
  truncatedJson: [131, raw(`${openJson}cut he`)],
  garbage: [132, raw('\u0000\ufffd not JSON')],
  emptyBody: [133, raw('')],
  jsonArray: [134, raw('[]')],
  jsonNull: [135, raw('null')],
  noData: [136, raw('{"code":0,"msg":"success"}')],
  dataString: [137, raw('{"code":0,"msg":"success","data":"none"}')],
  noPlay: [138, video({ play: undefined })],
  playNull: [139, video({ play: null })],
  deepJson: [140, raw(`{"code":0,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)],
  /** Well-formed, and 2 MB. */
  tooBig: [141, video({ padding: 'x'.repeat(2_000_000) })],
  endlessBody: [
    142,
    (lookup) => {
      jsonHead(lookup)
      return sendEndless(lookup.call, Buffer.from(openJson.padEnd(64 * 1024, 'x')))
    },
  ],
  gzipBomb: [143, (lookup) => sendGzipBomb(lookup.call)],
  trickle: [
    144,
    (lookup) => {
      jsonHead(lookup)
      return sendSlowly(lookup.call, [Buffer.from(openJson.padEnd(5000, 'x'))], 1)
    },
  ],

  // Faults of the connection
  hangHeaders: [150, () => undefined],
  hangBody: [
    151,
    (lookup) => {
      jsonHead(lookup)
      lookup.call.res.write(openJson)
    },
  ],
  reset: [152, ({ call }) => void call.req.socket.destroy()],
  resetOnce: [153, firstThen(({ call }) => void call.req.socket.destroy(), video())],
  malformed: [154, ({ call }) => sendMalformed(call)],

  // Good answers whose video is in trouble on the media host
  mediaDead: [200, faultyVideo('403')],
  mediaHeals403: [201, healing(403)],
  mediaHeals404: [202, healing(404)],
  mediaHeals410: [203, healing(410)],
  mediaDiesAfterOne: [204, faultyVideo('dead-after/1')],
  mediaCut: [205, faultyVideo('cut/20000')],
  mediaCutOnce: [206, faultyVideo('cut-once/20000')],
  mediaReset: [207, faultyVideo('reset')],
  media500: [208, faultyVideo('500')],
  mediaHangHeaders: [209, faultyVideo('hang-headers')],
  mediaHangBody: [210, faultyVideo('hang-body/20000')],
  mediaTrickle: [211, faultyVideo('trickle')],
  mediaShortLength: [212, faultyVideo('short-length')],
  mediaLongLength: [213, faultyVideo('long-length')],
  mediaHtml: [214, faultyVideo('html')],
  mediaHtmlAsMp4: [215, faultyVideo('html-as-mp4')],
  mediaGarbage: [216, faultyVideo('garbage')],
  mediaEmpty: [217, faultyVideo('empty')],
  mediaRedirect: [218, faultyVideo('redirect')],
  mediaRedirectPrivate: [
    219,
    video(({ media }) => ({
      play: `${media}/fault/redirect?to=${encodeURIComponent('http://169.254.169.254/latest/')}`,
    })),
  ],
  mediaRedirectLoop: [220, faultyVideo('redirect-loop')],
  mediaSetCookie: [221, faultyVideo('set-cookie')],
  mediaNoLength: [222, faultyVideo('no-length')],
  mediaGzipBomb: [223, faultyVideo('gzip-bomb')],
  mediaEndless: [224, faultyVideo('endless')],
  mediaIgnoreRange: [225, faultyVideo('ignore-range')],
  mediaWrongRange: [226, faultyVideo('wrong-range')],
  mediaEtagChange: [227, faultyVideo('etag-change')],
  /** 10,000 bytes a second: time enough to leave in the middle. */
  mediaSlow: [228, faultyVideo('rate/10000')],
  /** Takes longer than any test: what ends it was cut. */
  mediaCrawl: [233, faultyVideo('crawl/20000')],
  /** The first link is good once and then dead; the next look-up gives a good one. */
  mediaDiesThenHeals: [232, firstThen(faultyVideo('dead-after/1'), video())],
  coverDead: [229, faultyCovers('403')],
  coverHtml: [230, faultyCovers('html')],
  slideshowImageDead: [
    231,
    (lookup) =>
      succeed(lookup, {
        ...slideshowData(lookup, []),
        images: [address(lookup, 'image-1.jpg'), faultyAddress(lookup, '404', 'image-2.jpg')],
      }),
  ],
} satisfies Record<string, Row>
