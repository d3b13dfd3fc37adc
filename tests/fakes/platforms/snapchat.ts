import { serve } from '../media-answer.ts'
import { mediaFiles } from '../media-files.ts'
import { htmlPage, scriptText, sendHtml } from './html-page.ts'
import { type HostCall, type PlayedHosts, startPlayedHosts } from './played-hosts.ts'

/** Plays the hosts of Snapchat: pages with a feed of clips in one script, and files. */

const files = mediaFiles()

const names = [
  'clip',
  'noMetadata',
  'picture',
  'several',
  'plain',
  'underName',
  'moves',
  'gone',
  'otherFeed',
  'empty',
  'movedAway',
  'limited',
  'refused',
  'login',
  'broken',
  'shell',
  'changed',
  'unnamed',
  'markedOnly',
  'hostile',
  'huge',
] as const

export type ClipName = (typeof names)[number]

export const ids = Object.fromEntries(
  names.map((name) => [name, `W7_EDlXWTBiXAEE-${name}`.padEnd(48, 'A')]),
) as Record<ClipName, string>

type Json = Record<string, unknown>

const cdn = 'https://cf-st.sc-cdn.net'
const mediaUrl = (name: string) => `${cdn}/d/${name}.27.IRZXSOY?mo=Gg&uc=46`

function snap(name: string, more: Json = {}): Json {
  return {
    snapIndex: 0,
    snapId: { value: `snap-${name}` },
    snapMediaType: 1,
    snapUrls: { mediaUrl: mediaUrl(name), mediaPreviewUrl: { value: `${cdn}/p/${name}.256.jpg` } },
    timestampInSec: { value: '1722720291' },
    ...more,
  }
}

function story(id: string, snaps = [snap(id)], more: Json = {}): Json {
  return {
    story: { storyId: { value: id }, snapList: snaps },
    metadata: {
      videoMetadata: {
        name: 'Spotlight Snap',
        uploadDateMs: '1722720291307',
        viewCount: '-1',
        durationMs: '10910',
        width: 540,
        height: 960,
        thumbnailUrl: `${cdn}/t/${id}.jpg`,
        // By several reports, this one has the watermark.
        contentUrl: `https://bolt-gcdn.sc-cdn.net/marked/${id}.mp4`,
        creator: { personCreator: { username: 'some.one', url: 'https://www.snapchat.com/add/x' } },
      },
      description: `About ${id}`,
      hashtags: ['#a'],
      engagementStats: { viewCount: '5' },
      ...more,
    },
  }
}

/** A page with a feed, in which a stranger's clip comes first. */
function feed(stories: Json[]): string {
  return next({ spotlightFeed: { spotlightStories: [story('W7_Stranger'), ...stories] } })
}

function next(pageProps: Json): string {
  const data = { props: { pageProps }, page: '/spotlight/[storyId]', query: {} }
  const script = `<script id="__NEXT_DATA__" type="application/json" nonce="x">${scriptText(data)}</script>`
  return htmlPage([script], { title: 'Spotlight on Snapchat' })
}

const bodies: Partial<Record<ClipName, (id: string) => string>> = {
  clip: (id) => feed([story(id)]),
  noMetadata: (id) => feed([{ story: { storyId: { value: id }, snapList: [snap(id)] } }]),
  picture: (id) => feed([story(id, [snap(id, { snapMediaType: 0 })])]),
  several: (id) =>
    feed([story(id, [snap(`${id}-1`), snap(`${id}-2`, { snapMediaType: 0 }), snap(`${id}-3`)])]),
  plain: (id) => feed([{ story: { storyId: id, snapList: [snap(id)] }, metadata: null }]),
  otherFeed: () => feed([]),
  empty: () => next({ spotlightFeed: { spotlightStories: [] } }),
  shell: () => htmlPage([], { title: 'Snapchat' }),
  changed: (id) => next({ feed: { clips: [{ clip: id, file: mediaUrl(id) }] } }),
  unnamed: (id) => feed([{ story: { key: id, snapList: [snap(id)] } }]),
  markedOnly: (id) => feed([story(id, [snap(id, { snapUrls: {} })])]),
  hostile: (id) =>
    feed([
      story(
        id,
        [
          snap(id, {
            snapUrls: { mediaUrl: 'https://sc-cdn.net.evil.example/d/x', mediaPreviewUrl: 7 },
          }),
          snap(id, {
            snapUrls: { mediaUrl: mediaUrl('own'), mediaPreviewUrl: { value: 'javascript:1' } },
          }),
        ],
        {
          description: '<script>alert(1)</script>\u0000',
          videoMetadata: {
            durationMs: 'long',
            width: -1,
            creator: { personCreator: { username: '<b>' } },
          },
        },
      ),
    ]),
  huge: (id) => feed([story(id, [snap(id)], { description: 'x'.repeat(4_000_000) })]),
}

/** Starts a server that plays the platform's hosts. */
export function startSnapchat(): Promise<PlayedHosts> {
  let times = 0

  function answerSite(call: HostCall): void {
    const { res, url, req } = call
    const go = (to: string) => void res.writeHead(302, { Location: to }).end()
    const [, user, id = ''] = /^\/(?:@([\w.]+)\/)?spotlight\/([\w-]+)$/.exec(url.pathname) ?? []
    const name = names.find((one) => ids[one] === id)
    if (!/^Mozilla/.test(req.headers['user-agent'] ?? '')) return void res.writeHead(403).end()
    switch (name) {
      case 'limited':
        return void res.writeHead(429, { 'Retry-After': '30' }).end()
      case 'refused':
        return void res.writeHead(403).end()
      case 'broken':
        return void res.writeHead(502).end()
      case 'login':
        return void go('https://accounts.snapchat.com/accounts/v2/login')
      case 'movedAway':
        return void go('https://www.snapchat.com/spotlight')
      case 'underName':
        if (user === undefined) return void go(`https://www.snapchat.com/@some.one/spotlight/${id}`)
        return void sendHtml(call, feed([story(id)]))
      case 'moves':
        times += 1
        return void sendHtml(call, feed([story(id, [snap(times === 1 ? 'dead' : 'fresh')])]))
      case 'gone':
      case undefined:
        return void sendHtml(call, htmlPage([], { title: 'Not found' }), 404)
      default:
        return void sendHtml(call, bodies[name]?.(id) ?? '')
    }
  }

  function answerShort({ res, url }: HostCall): void {
    const targets: Record<string, string> = {
      good: `https://www.snapchat.com/spotlight/${ids.clip}?share_id=x`,
      profile: 'https://www.snapchat.com/add/some.one',
      foreign: `https://evil.example/spotlight/${ids.clip}`,
      walled: 'https://accounts.snapchat.com/accounts/v2/login',
    }
    const code = url.pathname.slice(1)
    const to = targets[code]
    if (code === 'shown') return void res.writeHead(200).end('<title>Snapchat</title>')
    if (code === 'bare') return void res.writeHead(302).end()
    if (to === undefined) return void res.writeHead(404).end()
    res.writeHead(302, { Location: to }).end()
  }

  async function answerFile(call: HostCall): Promise<void> {
    const { pathname } = call.url
    const isPicture = /\.jpg$|picture/.test(pathname) || pathname.includes('-2.')
    const name = call.url.hostname.startsWith('bolt')
      ? 'watermarked.mp4'
      : isPicture
        ? 'image-1.jpg'
        : 'video.mp4'
    const file = files.get(name)
    if (pathname.includes('dead') || file === undefined) return void call.res.writeHead(403).end()
    await serve(call, file)
  }

  return startPlayedHosts('snapchat', {
    'www.snapchat.com': answerSite,
    't.snapchat.com': answerShort,
    'cf-st.sc-cdn.net': answerFile,
    'bolt-gcdn.sc-cdn.net': answerFile,
  })
}
