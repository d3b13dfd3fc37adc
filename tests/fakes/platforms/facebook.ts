import { serve } from '../media-answer.ts'
import { mediaFiles } from '../media-files.ts'
import { htmlPage, isNavigation, jsonScript, sendHtml } from './html-page.ts'
import { type HostCall, type PlayedHosts, startPlayedHosts } from './played-hosts.ts'

/** Plays the hosts of Facebook: the official embed, videos' own pages, and files. */

const files = mediaFiles()
const cdn = 'https://video-ams2-1.xx.fbcdn.net'

const names = [
  'video',
  'sdOnly',
  'inPage',
  'progressive',
  'beside',
  'flat',
  'moves',
  'none',
  'gone',
  'limited',
  'refused',
  'login',
  'pageLogin',
  'form',
  'incomplete',
  'broken',
  'shell',
  'changed',
  'embedChanged',
  'wrong',
  'hostile',
  'huge',
] as const

export type VideoName = (typeof names)[number]

const firstId = 730_293_269_054_758
export const ids = Object.fromEntries(
  names.map((name, index) => [name, String(firstId + index)]),
) as Record<VideoName, string>
const otherId = '111222333444555'

type Json = Record<string, unknown>

const signed = (name: string, ends = '7A0B1C2D') =>
  `${cdn}/o1/v/t2/f2/m69/${name}.mp4?efg=e&oh=00_A&oe=${ends}`

/** A script of the embed: data in JSON is an argument of calls that aren't. */
function embedScript(videos: Json[]): string {
  const data = JSON.stringify({ instances: [['VideoPlayer', [{ videoData: videos }], 1]] })
  const escaped = data.replaceAll('/', '\\/')
  return `<script>requireLazy(["ServerJS"],function(s){var t="}{\\"";(new s()).handle(${escaped});});</script>`
}

const embedded = (id: string, more: Json = {}): Json => ({
  is_hls: false,
  hd_src: signed(`${id}-hd`),
  sd_src: signed(`${id}-sd`, '7A0B0C1D'),
  video_id: id,
  ...more,
})

function embed(id: string, videos = [embedded(id)]): string {
  return htmlPage([embedScript([embedded(otherId), ...videos])], { title: 'Facebook' })
}

const emptyEmbed = (id: string) =>
  htmlPage([jsonScript({ params: { href: `https://www.facebook.com/reel/${id}` } })], {
    title: 'Facebook',
  })

function video(id: string, more: Json = {}): Json {
  return {
    __typename: 'Video',
    id,
    playable_duration_in_ms: 9000,
    publish_time: 1_737_800_000,
    owner: { __typename: 'User', name: 'Some One' },
    savable_description: { text: `About ${id}` },
    preferred_thumbnail: { image: { uri: `${cdn}/v/t15/${id}.jpg?oe=7A0B1C2D` } },
    videoDeliveryLegacyFields: {
      browser_native_hd_url: signed(`${id}-hd`),
      browser_native_sd_url: signed(`${id}-sd`),
    },
    ...more,
  }
}

/** A video's page, on which another one comes first. */
function page(videos: Json[], body = ''): string {
  const data = (one: Json) =>
    jsonScript({ require: [['Relay', { __bbox: { result: { data: { video: one } } } }]] })
  return htmlPage([data(video(otherId)), ...videos.map(data)], { title: 'Reel', body })
}

const progressive = (id: string): Json => ({
  videoDeliveryLegacyFields: { browser_native_hd_url: null, browser_native_sd_url: null },
  videoDeliveryResponseFragment: {
    videoDeliveryResponseResult: {
      progressive_urls: [
        { progressive_url: signed('refused'), failure_reason: 'DRM', metadata: { quality: 'HD' } },
        { progressive_url: signed(`${id}-hd`), failure_reason: null, metadata: { quality: 'HD' } },
        { progressive_url: signed(`${id}-sd`), failure_reason: null, metadata: { quality: 'SD' } },
      ],
    },
  },
})

const embeds: Partial<Record<VideoName, (id: string) => string>> = {
  video: embed,
  sdOnly: (id) => embed(id, [embedded(id, { hd_src: null })]),
  beside: (id) => embed(id, [embedded(id), embedded('999888777666555')]),
  embedChanged: (id) => embed(id, [{ video_id: id, files: [signed(`${id}-hd`)] }]),
  wrong: (id) => emptyEmbed(id).replace('</body>', `${embedScript([embedded(otherId)])}</body>`),
  hostile: (id) =>
    embed(id, [
      embedded(id, {
        hd_src: 'https://video.fbcdn.net.evil.example/x.mp4',
        sd_src: signed('own', 'soon'),
        title: '<script>alert(1)</script>\u0000',
      }),
    ]),
  huge: (id) => embed(id, [embedded(id, { title: 'x'.repeat(4_000_000) })]),
}

const loginForm = '<form id="login_form" action="/login/"></form>'

const pages: Partial<Record<VideoName, (id: string) => string>> = {
  inPage: (id) => page([video(id)], loginForm),
  progressive: (id) => page([video(id, progressive(id))]),
  flat: (id) =>
    page([
      video(id, { videoDeliveryLegacyFields: null, browser_native_sd_url: signed(`${id}-sd`) }),
    ]),
  none: () => htmlPage([], { title: 'Facebook' }),
  form: () => htmlPage([], { title: 'Log in to Facebook', body: loginForm }),
  shell: () => htmlPage([], { title: 'Facebook' }),
  changed: (id) => page([{ id, delivery: [signed(`${id}-hd`)] }]),
  embedChanged: () => htmlPage([], { title: 'Facebook' }),
  wrong: () => page([]),
}

/** Starts a server that plays the platform's hosts. */
export function startFacebook(): Promise<PlayedHosts> {
  let times = 0

  function answerSite(call: HostCall): void {
    const { res, url } = call
    const go = (to: string) => void res.writeHead(302, { Location: to }).end()
    if (!isNavigation(call)) return void res.writeHead(400).end()
    const [, code] = /^\/share\/(?:[rv]\/)?([\w-]+)$/.exec(url.pathname) ?? []
    if (code !== undefined) return void answerShare(call, code)
    const isEmbed = url.pathname === '/plugins/video.php'
    const asked = isEmbed ? new URL(url.searchParams.get('href') ?? '').pathname : url.pathname
    const id = /^\/reel\/(\d+)$/.exec(asked)?.[1] ?? ''
    const name = names.find((one) => ids[one] === id)
    const toLogin = `https://www.facebook.com/login/?next=${encodeURIComponent(url.href)}`
    switch (name) {
      case 'limited':
        return void res.writeHead(429, { 'Retry-After': '200' }).end()
      case 'refused':
        return void res.writeHead(403).end()
      case 'incomplete':
        return void res.writeHead(400).end()
      case 'broken':
        return void res.writeHead(500).end()
      case 'login':
        return void go(toLogin)
      case 'pageLogin':
        if (!isEmbed) return void go(toLogin)
        return void sendHtml(call, emptyEmbed(id))
      case 'gone':
      case undefined:
        return void sendHtml(call, htmlPage([], { title: 'Facebook' }), 404)
      case 'moves': {
        times += 1
        const src = signed(times === 1 ? 'dead' : 'fresh')
        return void sendHtml(call, embed(id, [embedded(id, { hd_src: null, sd_src: src })]))
      }
      default: {
        const html = isEmbed ? (embeds[name] ?? emptyEmbed)(id) : pages[name]?.(id)
        return void sendHtml(call, html ?? '')
      }
    }
  }

  function answerShare({ res }: HostCall, code: string): void {
    const video = `https://www.facebook.com/reel/${ids.video}`
    const targets: Record<string, string> = {
      good1: `${video}/?rdid=x`,
      walled1: `https://www.facebook.com/login/?next=${encodeURIComponent(video)}`,
      walled2: 'https://www.facebook.com/login/',
      profile1: 'https://www.facebook.com/some.one',
      foreign1: `https://evil.example/login/?next=${encodeURIComponent(video)}`,
      foreign2: `https://www.facebook.com/login/?next=${encodeURIComponent('https://evil.example/reel/730293269054758')}`,
      again1: 'https://www.facebook.com/share/r/good1',
      loop1: 'https://www.facebook.com/share/v/loop1',
    }
    const to = targets[code]
    if (code === 'shown1') return void res.writeHead(200).end('<title>Facebook</title>')
    if (code === 'bare1') return void res.writeHead(302).end()
    if (to === undefined) return void res.writeHead(404).end()
    res.writeHead(302, { Location: to }).end()
  }

  async function answerFile(call: HostCall): Promise<void> {
    const { pathname } = call.url
    const file = files.get(
      pathname.endsWith('.jpg') ? 'cover.jpg' : pathname.includes('-hd') ? 'hd.mp4' : 'video.mp4',
    )
    if (pathname.includes('dead') || file === undefined) return void call.res.writeHead(403).end()
    await serve(call, file)
  }

  return startPlayedHosts('facebook', {
    'www.facebook.com': answerSite,
    'fb.watch': (call) => answerShare(call, call.url.pathname.slice(1)),
    'video-ams2-1.xx.fbcdn.net': answerFile,
  })
}
