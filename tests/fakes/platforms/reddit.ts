import { serve } from '../media-answer.ts'
import { fileOf, mediaFiles } from '../media-files.ts'
import { readStream } from '../streams.ts'
import { type HostCall, type PlayedHosts, startPlayedHosts } from './played-hosts.ts'

/** Each post by its id. */
export const posts = {
  video: '6rrwyj',
  older: '6rrwyk',
  silent: '6rrwym',
  picture: '6rrwyn',
  gallery: '6rrwyp',
  text: '6rrwyq',
  youtube: '6rrwyr',
  removed: '6rrwys',
  gone: '6rrwyt',
  limited: '6rrwyu',
  limitedWithoutWait: '6rrwyv',
  refused: '6rrwyw',
  login: '6rrwyx',
  broken: '6rrwyy',
  html: '6rrwyz',
  wrong: '6rrwz1',
  hostile: '6rrwz2',
  deadVideo: '6rrwz3',
  hostileManifest: '6rrwz4',
  hevcOnly: '6rrwz5',
  lastOne: '6rrwz6',
  unmetered: '6rrwz7',
  otherClip: '6rrwz8',
  otherClipGone: '6rrwz9',
} as const

export type PostName = keyof typeof posts

export function postLink(name: PostName): string {
  return `https://www.reddit.com/r/paperbirds/comments/${posts[name]}/a_paper_bird/`
}

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Entry = { id: string; title?: string; author?: string; html: string; thumbnail?: string }

function entry({ id, title, author = '/u/paper_folder', html, thumbnail }: Entry): string {
  return [
    `<entry><author><name>${author}</name><uri>https://www.reddit.com/user/x</uri></author>`,
    '<category term="paperbirds" label="r/paperbirds"/>',
    `<content type="html">${escaped(html)}</content><id>${id}</id>`,
    thumbnail === undefined ? '' : `<media:thumbnail url="${escaped(thumbnail)}" />`,
    `<updated>2026-05-13T09:00:00+00:00</updated><published>2026-05-13T09:00:00+00:00</published>`,
    `<title>${escaped(title ?? 'A paper bird & its paper nest')}</title></entry>`,
  ].join('')
}

const anchor = (address: string) => `<span><a href="${escaped(address)}">[link]</a></span>`
const thumbnail = 'https://external-preview.redd.it/cover.jpg?width=640&s=abc'

/** A feed with a comment that has a video of its own. */
function feed(first: Entry): string {
  const comment = {
    id: 't1_abc',
    title: 'A comment',
    html: anchor('https://v.redd.it/otherclip12'),
  }
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>A paper bird : paperbirds</title>${entry(first)}${entry(comment)}</feed>`
}

const linked =
  (address: string, more: Partial<Entry> = {}) =>
  (id: string) =>
    feed({ id: `t3_${id}`, html: anchor(address), thumbnail, ...more })

const hostileText = '<script>alert(1)</script>\u0000\u202E"><img src=x onerror=alert(2)>\nnext line'

const feeds: Partial<Record<PostName, (id: string) => string>> = {
  video: linked('https://v.redd.it/zv89llsvexdz'),
  older: linked('https://v.redd.it/olderclip123'),
  silent: linked('https://v.redd.it/silentclip12'),
  picture: linked('https://i.redd.it/image-1.jpg'),
  gallery: (id) =>
    feed({
      id: `t3_${id}`,
      html: `<a href="https://preview.redd.it/image-1.jpg?width=640&amp;s=1">x</a><img src="https://preview.redd.it/image-2.jpg?width=640&amp;s=2"/><img src="https://preview.redd.it/image-1.jpg?width=108&amp;s=3"/><img src="https://evil.example/x.jpg"/>${anchor(`https://www.reddit.com/gallery/${id}`)}`,
    }),
  text: linked(`https://www.reddit.com/r/paperbirds/comments/${posts.text}/a_paper_bird/`),
  youtube: linked('https://www.youtube.com/watch?v=abcdefghijk'),
  removed: (id) => feed({ id: `t3_${id}`, author: '/u/[deleted]', html: '<p>[removed]</p>' }),
  wrong: () => feed({ id: `t3_${posts.video}`, html: anchor('https://v.redd.it/zv89llsvexdz') }),
  hostile: linked('https://v.redd.it/zv89llsvexdz', {
    title: hostileText,
    author: '/u/"><script>',
    thumbnail: 'https://i.redd.it.evil.example/x.jpg',
  }),
  deadVideo: linked('https://v.redd.it/deadclip1234'),
  hostileManifest: linked('https://v.redd.it/hostileclip1'),
  hevcOnly: linked('https://v.redd.it/hevcclip1234'),
  lastOne: linked('https://i.redd.it/image-1.jpg'),
  unmetered: linked('https://i.redd.it/image-1.jpg'),
  otherClip: linked('https://i.imgur.com/aBcDeF1.gifv'),
  otherClipGone: linked('http://i.imgur.com/aBcDeF2.gifv'),
}

type File = [name: string, codecs: string, width?: number, height?: number, bandwidth?: number]

function manifest(pictures: File[], sounds: File[]): string {
  const set = (type: string, files: File[]) => {
    const listed = files.map(
      ([name, codecs, width, height, bandwidth], index) =>
        `<Representation id="${index}" mimeType="${type}/mp4" codecs="${codecs}" bandwidth="${bandwidth ?? 100_000}"${width === undefined ? '' : ` width="${width}" height="${height}"`}><BaseURL>${escaped(name)}</BaseURL><SegmentBase indexRange="800-900"><Initialization range="0-799"/></SegmentBase></Representation>`,
    )
    return files.length === 0
      ? ''
      : `<AdaptationSet contentType="${type}">${listed.join('')}</AdaptationSet>`
  }
  return `<?xml version="1.0"?><MPD mediaPresentationDuration="PT24.0S" type="static"><Period>${set('video', pictures)}${set('audio', sounds)}</Period></MPD>`
}

const sound: File[] = [
  ['CMAF_AUDIO_64.mp4', 'mp4a.40.2', undefined, undefined, 64_000],
  ['CMAF_AUDIO_128.mp4', 'mp4a.40.2', undefined, undefined, 128_000],
]
const avc = 'avc1.4d401f'
const manifests: Record<string, string> = {
  zv89llsvexdz: manifest(
    [
      ['CMAF_480.mp4', avc, 480, 854],
      ['CMAF_720.mp4', avc, 720, 1280],
      ['CMAF_1080.mp4', avc, 1080, 1920],
      ['CMAF_2160.mp4', 'hvc1.1.6.L150.90', 2160, 3840],
    ],
    sound,
  ),
  olderclip123: manifest([['DASH_720.mp4', avc, 720, 1280]], [['DASH_audio.mp4', 'mp4a.40.2']]),
  silentclip12: manifest([['CMAF_720.mp4', avc, 720, 1280]], []),
  hostileclip1: manifest(
    [
      ['../../x.mp4', avc, 720, 1280],
      ['https://evil.example/x.mp4', avc, 720, 1280],
      ['x.mp4?y=1', avc, 720, 1280],
      ['x.html', avc, 720, 1280],
      ['%2e%2e/x.mp4', avc, 720, 1280],
      ['CMAF_480.mp4', avc, 480, 854],
    ],
    [
      ['//evil.example/a.mp4', 'mp4a.40.2'],
      ['http://127.0.0.1/a.mp4', 'mp4a.40.2'],
      ['CMAF_AUDIO_64.mp4', 'mp4a.40.2'],
    ],
  ),
  hevcclip1234: manifest([['CMAF_720.mp4', 'hvc1.1.6.L150.90', 720, 1280]], sound),
  otherclip12: manifest([['CMAF_720.mp4', avc, 720, 1280]], sound),
}

const shares: Record<string, string> = {
  aBc123: `https://www.reddit.com/r/paperbirds/comments/${posts.video}/a_paper_bird/?share_id=x`,
  Login: 'https://www.reddit.com/login/?dest=x',
  Away: `https://evil.example/comments/${posts.video}/`,
  Sub: 'https://www.reddit.com/r/paperbirds/',
}

const files = mediaFiles()
const metered = { 'x-ratelimit-remaining': '98.0', 'x-ratelimit-reset': '300' }

/** Starts a server that plays the platform's hosts. All videos have the picture and sound of `streams`. */
export function startReddit(
  streams = { picture: readStream('picture'), sound: readStream('sound') },
): Promise<PlayedHosts> {
  const picture = fileOf(streams.picture, 'video/mp4')
  const audio = fileOf(streams.sound, 'video/mp4')

  function answerPage({ req, res, url }: HostCall): void {
    if (!req.headers['user-agent']?.startsWith('Cleanclip/')) {
      return void res.writeHead(403).end('<html>blocked by network security</html>')
    }
    const code = /^\/r\/paperbirds\/s\/(\w+)$/.exec(url.pathname)?.[1]
    if (code !== undefined) {
      const location = shares[code]
      if (code === 'Shown') return void res.writeHead(200).end()
      if (code === 'Bare') return void res.writeHead(302).end()
      if (location === undefined) return void res.writeHead(404).end()
      return void res.writeHead(301, { Location: location }).end()
    }
    const id = /^\/comments\/(\w+)\/\.rss$/.exec(url.pathname)?.[1] ?? ''
    const name = (Object.keys(posts) as PostName[]).find((one) => posts[one] === id)
    const atom = { 'Content-Type': 'application/atom+xml; charset=UTF-8' }
    switch (name) {
      case 'limited':
        return void res
          .writeHead(429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '31' })
          .end()
      case 'limitedWithoutWait':
        return void res.writeHead(429, metered).end()
      case 'refused':
        return void res.writeHead(403, metered).end('<html>')
      case 'login':
        return void res.writeHead(302, { ...metered, Location: '/login/?dest=x' }).end()
      case 'broken':
        return void res.writeHead(503, metered).end()
      case 'html':
        return void res.writeHead(200, { ...metered, 'Content-Type': 'text/html' }).end('<html>')
      case 'lastOne': {
        const none = { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '28.4' }
        return void res.writeHead(200, { ...atom, ...none }).end(feeds.lastOne?.(id))
      }
      case 'unmetered':
        return void res.writeHead(200, atom).end(feeds.unmetered?.(id))
      default: {
        const found = name === undefined ? undefined : feeds[name]?.(id)
        return void res
          .writeHead(found === undefined ? 404 : 200, { ...atom, ...metered })
          .end(found)
      }
    }
  }

  async function answerVideo(call: HostCall): Promise<void> {
    const [, video = '', name = ''] = call.url.pathname.split('/')
    const listed = manifests[video]
    if (listed === undefined || call.url.search !== '') return void call.res.writeHead(403).end()
    if (name === 'DASHPlaylist.mpd') {
      return void call.res.writeHead(200, { 'Content-Type': 'application/dash+xml' }).end(listed)
    }
    // Of another era's names, none is there.
    if (!listed.includes(`<BaseURL>${name}<`)) return void call.res.writeHead(403).end()
    await serve(call, /audio/i.test(name) ? audio : picture)
  }

  async function answerPicture(call: HostCall): Promise<void> {
    const file = files.get(call.url.pathname.slice(1))
    if (file === undefined) return void call.res.writeHead(404).end()
    await serve(call, file)
  }

  async function answerClip(call: HostCall): Promise<void> {
    const clip = files.get('video.mp4')
    if (call.url.pathname === '/aBcDeF1.mp4' && clip !== undefined) return serve(call, clip)
    // The site shows a picture in place of what was removed.
    call.res.writeHead(302, { Location: 'https://i.imgur.com/removed.png' }).end()
  }

  return startPlayedHosts('reddit', {
    'i.imgur.com': answerClip,
    'www.reddit.com': answerPage,
    'v.redd.it': answerVideo,
    'i.redd.it': answerPicture,
    'external-preview.redd.it': answerPicture,
  })
}
