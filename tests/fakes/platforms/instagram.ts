import { serve } from '../media-answer.ts'
import { fileOf, mediaFiles } from '../media-files.ts'
import { readStream } from '../streams.ts'
import { htmlPage, isNavigation, jsonScript, scriptText, sendHtml } from './html-page.ts'
import { type HostCall, type PlayedHosts, startPlayedHosts } from './played-hosts.ts'

/** Plays the hosts of Instagram: pages with a post's data in scripts, videos and pictures. */

const files = mediaFiles()
/** Picture and sound apart, by the names in a manifest. */
const tracks = new Map([
  ['/avc-', fileOf(readStream('picture'), 'video/mp4')],
  ['/aac-', fileOf(readStream('sound'), 'video/mp4')],
])
const cdn = 'https://scontent-ams2-1.cdninstagram.com'

/** The server's posts by their codes. Others aren't there. */
export const posts = {
  reel: 'DFQe23tOWKz',
  sizes: 'DSizes0_-aa',
  dash: 'DDash000000',
  carousel: 'DCarousel00',
  photo: 'DPhoto00000',
  stub: 'DStub000000',
  older: 'DOlder00000',
  numbered: 'DNumbered00',
  moved: 'DMoved00000',
  silent: 'DSilent0000',
  moves: 'DMoves00000',
  gone: 'DGone000000',
  missing: 'DMissing000',
  gated: 'DGated00000',
  limited: 'DLimited000',
  refused: 'DRefused000',
  login: 'DLogin00000',
  home: 'DHome000000',
  elsewhere: 'DElsewhere0',
  broken: 'DBroken0000',
  shell: 'DShell00000',
  changed: 'DChanged000',
  unplayable: 'DNoFiles000',
  hostile: 'DHostile000',
  wrong: 'DWrong00000',
  huge: 'DHuge000000',
  embedded: 'DEmbed00000',
  embeddedReel: 'DEmbedReel0',
  embeddedMix: 'DEmbedMix00',
  forbidden: 'DForbidden0',
  foreignEmbed: 'DEmbedOther',
  edge: 'DEdge000000',
} as const

export type PostName = keyof typeof posts

type Json = Record<string, unknown>

const expiry = 0x7a0b1c2d

const signed = (path: string, ends = expiry) =>
  `${cdn}${path}?efg=e&oh=00_A&oe=${ends.toString(16).toUpperCase()}`

const versions = (name: string, ends?: number) =>
  [101, 102, 103].map((type) => ({ type, url: signed(`/o1/v/t2/${name}.mp4`, ends) }))

const pictures = (name: string) => ({
  candidates: [
    { url: signed(`/v/t51/${name}-320.jpg`), width: 320, height: 568 },
    { url: signed(`/v/t51/${name}-1080.jpg`), width: 1080, height: 1920 },
  ],
})

function reel(code: string, more: Json = {}): Json {
  return {
    pk: '1',
    code,
    media_type: 2,
    product_type: 'clips',
    caption: { text: `Caption of ${code} </script>` },
    taken_at: 1_737_800_000,
    user: { username: 'some.one_', full_name: 'Some One' },
    original_width: 1080,
    original_height: 1920,
    has_audio: true,
    video_duration: 12.3,
    video_versions: versions(code),
    video_dash_manifest: '<?xml version="1.0"?><MPD></MPD>',
    image_versions2: pictures(code),
    ...more,
  }
}

const representation = (name: string, codecs: string, bandwidth: number, size = '') => {
  const url = signed(`/o1/v/t16/${name}.mp4`).replaceAll('&', '&amp;')
  return `<Representation id="${name}" codecs="${codecs}" bandwidth="${bandwidth}" ${size} FBContentLength="5000"><BaseURL>${url}</BaseURL><SegmentBase/></Representation>`
}

/** Picture and sound apart, as the site lists them. */
const manifest = [
  '<?xml version="1.0"?><MPD><Period><AdaptationSet contentType="video">',
  representation('vp9-1080', 'vp09.00.40.08', 900_000, 'width="1080" height="1920"'),
  representation('avc-1080', 'avc1.640028', 2_000_000, 'width="1080" height="1920"'),
  representation('avc-1440', 'avc1.640032', 4_000_000, 'width="1440" height="2560"'),
  representation('avc-480', 'avc1.64001f', 500_000, 'width="480" height="854"'),
  '</AdaptationSet><AdaptationSet contentType="audio">',
  representation('xheaac-256', 'mp4a.40.42', 256_000),
  representation('aac-64', 'mp4a.40.5', 64_000),
  representation('aac-128', 'mp4a.40.2', 128_000),
  '</AdaptationSet></Period></MPD>',
].join('')

const slide = (name: string, more: Json): Json => ({
  pk: name,
  image_versions2: pictures(name),
  ...more,
})

const carousel = (code: string) =>
  reel(code, {
    media_type: 8,
    product_type: 'carousel_container',
    video_versions: null,
    video_duration: null,
    carousel_media: [
      slide('p1', { media_type: 1 }),
      slide('v1', {
        media_type: 2,
        video_versions: versions('v1'),
        video_duration: 3,
        has_audio: true,
      }),
      slide('v2', {
        media_type: 2,
        video_versions: versions('v2', expiry - 3600),
        video_duration: '4.5',
        has_audio: false,
      }),
      slide('p2', { media_type: 1 }),
      // A video that can't be had is no picture.
      slide('v3', { media_type: 2, video_versions: [] }),
    ],
  })

/** Wraps data as the site does. */
function relay(data: unknown): string {
  const cache = [
    'RelayPrefetchedStreamCache',
    'next',
    [],
    ['adp_1', { __bbox: { complete: true, result: { data } } }],
  ]
  return jsonScript({
    require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [cache] } }]]],
  })
}

const media = (code: string, post: Json | null) =>
  relay({ xig_polaris_media: { code, gating_ruling: null, if_not_gated_logged_out: post } })

/** Other posts of the same person, as each page has them before the one that it is about. */
const timeline = relay({
  xig_user_timeline: {
    edges: ['OtherPost01', 'OtherPost02'].map((code) => ({ node: reel(code) })),
  },
})

const route = (code: string) => jsonScript({ route: `/p/${code}/`, params: { shortcode: code } })

function page(code: string, scripts: string[], title = 'Some One on Instagram'): string {
  return htmlPage([timeline, route(code), ...scripts], { title })
}

const photo = (code: string) =>
  reel(code, {
    media_type: 1,
    product_type: 'feed',
    video_versions: null,
    video_duration: null,
    has_audio: null,
  })

const bodies: Partial<Record<PostName, (code: string) => string>> = {
  reel: (code) => page(code, [media(code, reel(code))]),
  sizes: (code) =>
    page(code, [
      media(
        code,
        reel(code, {
          video_versions: [360, 720, 1080].map((width, index) => ({
            type: 101 + index,
            width,
            height: (width * 16) / 9,
            url: signed(`/o1/v/t2/${width}.mp4`),
          })),
        }),
      ),
    ]),
  dash: (code) => page(code, [media(code, reel(code, { video_dash_manifest: manifest }))]),
  carousel: (code) => page(code, [media(code, carousel(code))]),
  photo: (code) => page(code, [media(code, photo(code))]),
  // Pictures of a video come before the video.
  stub: (code) =>
    page(code, [
      media(code, reel(code, { media_type: null, video_versions: null })),
      media(code, reel(code)),
    ]),
  older: (code) =>
    page(code, [relay({ xdt_api__v1__media__shortcode__web_info: { items: [reel(code)] } })]),
  numbered: (code) =>
    page(code, [
      relay({ path: code, item: reel(code, { code: undefined, pk: '3706068557507452212' }) }),
    ]),
  silent: (code) => page(code, [media(code, reel(code, { has_audio: false }))]),
  gone: (code) =>
    htmlPage([route(code)], {
      title: 'Instagram',
      body: '<h2>Sorry, this page isn&#x27;t available.</h2>',
    }),
  gated: (code) =>
    page(code, [
      relay({
        xig_polaris_media: { code, gating_ruling: 'AGE_GATED', if_not_gated_logged_out: null },
      }),
    ]),
  shell: (code) => htmlPage([route(code)], { title: 'Instagram' }),
  embedded: (code) => htmlPage([route(code)], { title: 'Instagram' }),
  embeddedMix: (code) => htmlPage([route(code)], { title: 'Instagram' }),
  embeddedReel: (code) =>
    page(code, [relay({ xig_polaris_media: { code, post: versions(code) } })]),
  forbidden: (code) => htmlPage([route(code)], { title: 'Instagram' }),
  foreignEmbed: (code) => htmlPage([route(code)], { title: 'Instagram' }),
  edge: (code) =>
    page(code, [
      media(
        code,
        reel(code, {
          video_versions: versions(code).map(({ url }) => ({
            type: 101,
            url: url.replace(new URL(cdn).hostname, edgeHost),
          })),
        }),
      ),
    ]),
  changed: (code) =>
    page(code, [
      relay({
        xig_polaris_media: { code, post: { clips: versions(code), stills: pictures(code) } },
      }),
    ]),
  unplayable: (code) => page(code, [media(code, reel(code, { video_versions: [] }))]),
  wrong: (code) => htmlPage([timeline, route(code)], { title: 'Some One on Instagram' }),
  hostile: (code) =>
    page(code, [
      media(
        code,
        reel(code, {
          caption: { text: '<script>alert(1)</script>\u0000' },
          user: { username: '../../x', full_name: 7 },
          taken_at: 'soon',
          video_duration: -5,
          image_versions2: {
            candidates: [{ url: 'https://cdninstagram.com.evil.example/x.jpg', width: 1 }],
          },
          video_versions: [
            { type: 101, url: 'https://evil.example/x.mp4?oe=7A0B1C2D' },
            { type: 102, url: 'http://scontent.cdninstagram.com/x.mp4' },
            { type: 103, url: 'https://user@scontent.cdninstagram.com/x.mp4' },
            { type: 104, url: signed('/o1/v/t2/own.mp4'), width: -1, height: 1e9 },
          ],
        }),
      ),
    ]),
  huge: (code) =>
    page(code, [media(code, reel(code, { caption: { text: 'x'.repeat(4_000_000) } }))]),
}

const edgeHost = 'instagram.fham1-1.fna.fbcdn.net'

/** A node of the embed's data, which names things differently. */
const node = (name: string, more: Json = {}): Json => ({
  __typename: 'GraphVideo',
  is_video: true,
  video_url: signed(`/o1/v/t2/${name}.mp4`),
  display_url: signed(`/v/t51/${name}.jpg`),
  dimensions: { width: 720, height: 1280 },
  has_audio: true,
  ...more,
})

const graph = (code: string, more: Json = {}): Json => ({
  ...node(code),
  shortcode: code,
  video_duration: 8.5,
  taken_at_timestamp: 1_737_800_000,
  owner: { username: 'some.one_' },
  edge_media_to_caption: { edges: [{ node: { text: `Caption of ${code}` } }] },
  ...more,
})

const still = (name: string) => node(name, { is_video: false, video_url: undefined })

/** The embed's page: the data is a text in an argument of a call. */
function embed(media: Json): string {
  const contextJSON = JSON.stringify({
    context: { media: null },
    gql_data: { shortcode_media: media },
  })
  const call = scriptText({ require: [['PolarisEmbedSimple', 'init', [], [{ contextJSON }]]] })
  return htmlPage([`<script>requireLazy(["ServerJS"],s=>s.handle(${call}));</script>`], {
    title: 'Instagram',
  })
}

const embeds: Partial<Record<PostName, (code: string) => string>> = {
  embedded: (code) => embed(graph(code)),
  embeddedReel: (code) => embed(graph(code)),
  embeddedMix: (code) =>
    embed(
      graph(code, {
        is_video: false,
        edge_sidecar_to_children: {
          edges: [{ node: still('p1') }, { node: node('v1') }, { node: still('p2') }],
        },
      }),
    ),
  forbidden: (code) => embed(graph(code, { video_url: null })),
  foreignEmbed: (code) => embed({ ...graph('OtherPost01'), related: code }),
}

/** Starts a server that plays the platform's hosts. */
export function startInstagram(): Promise<PlayedHosts> {
  let times = 0

  function answerPage(call: HostCall): void {
    const { res, url } = call
    const [, framed = ''] = /^\/p\/([\w-]+)\/embed\/$/.exec(url.pathname) ?? []
    if (framed !== '') return void answerEmbed(call, framed)
    const [, form, code = ''] =
      /^\/(p|reel|share)\/(?:reel\/|p\/)?([\w-]+)\/?$/.exec(url.pathname) ?? []
    if (form === 'share') return void answerShare(call, code)
    const name = (Object.keys(posts) as PostName[]).find((one) => posts[one] === code)
    const go = (to: string) => void res.writeHead(302, { Location: to }).end()
    switch (name) {
      case 'limited':
        return void res.writeHead(429, { 'Retry-After': '300' }).end()
      case 'refused':
        return void res.writeHead(403).end('<html></html>')
      case 'broken':
        return void res.writeHead(503).end()
      case 'login':
        return void go(`/accounts/login/?next=${encodeURIComponent(url.pathname)}`)
      case 'home':
        return void go('/')
      case 'elsewhere':
        return void go('https://www.instagram.com/some.one_/')
      case 'missing':
      case undefined:
        return void sendHtml(call, htmlPage([], { title: 'Page not found' }), 404)
      case 'moved':
        if (form === 'p') return void go(`https://www.instagram.com/reel/${code}/`)
        return void sendHtml(call, page(code, [media(code, reel(code))]))
      case 'moves':
        times += 1
        return void sendHtml(
          call,
          page(code, [
            media(code, reel(code, { video_versions: versions(times === 1 ? 'dead' : 'fresh') })),
          ]),
        )
      default:
        if (!isNavigation(call)) return void sendHtml(call, htmlPage([], { title: 'Instagram' }))
        return void sendHtml(call, bodies[name]?.(code) ?? '')
    }
  }

  function answerEmbed(call: HostCall, code: string): void {
    const { headers } = call.req
    const isFrame =
      headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'cross-site'
    const name = (Object.keys(posts) as PostName[]).find((one) => posts[one] === code)
    const html = name === undefined ? undefined : embeds[name]?.(code)
    sendHtml(call, isFrame ? (html ?? '') : '', html === undefined ? 404 : 200)
  }

  function answerShare({ res }: HostCall, code: string): void {
    const targets: Record<string, string> = {
      BAGoodShare: `https://www.instagram.com/reel/${posts.reel}/?igsh=x`,
      BAWalledOff: 'https://www.instagram.com/accounts/login/',
      BAProfile00: 'https://www.instagram.com/some.one_/',
      BAPrivate00: `https://www.instagram.com/p/${posts.reel}${'x'.repeat(28)}/`,
      BAForeign00: 'https://evil.example/p/DFQe23tOWKz/',
    }
    const to = targets[code]
    if (code === 'BAShown0000') return void res.writeHead(200).end('<title>Instagram</title>')
    if (code === 'BABare00000') return void res.writeHead(302).end()
    if (to === undefined) return void res.writeHead(404).end()
    res.writeHead(302, { Location: to }).end()
  }

  async function answerFile(call: HostCall): Promise<void> {
    const { pathname } = call.url
    const isOld = pathname.includes('dead')
    const track = /\/(?:avc|aac)-/.exec(pathname)?.[0]
    const file =
      track === undefined
        ? files.get(pathname.endsWith('.jpg') ? 'image-1.jpg' : 'video.mp4')
        : tracks.get(track)
    if (isOld || file === undefined)
      return void call.res.writeHead(403).end('URL signature expired')
    await serve(call, file)
  }

  return startPlayedHosts('instagram', {
    'www.instagram.com': answerPage,
    'scontent-ams2-1.cdninstagram.com': answerFile,
    [edgeHost]: ({ res }) => void res.writeHead(403).end(),
    'scontent.xx.fbcdn.net': answerFile,
  })
}
