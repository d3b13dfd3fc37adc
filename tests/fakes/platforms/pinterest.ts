import { serve } from '../media-answer.ts'
import { fileOf, type MediaFile, mediaFiles } from '../media-files.ts'
import { hlsFiles, playlistOf, readStream } from '../streams.ts'
import {
  answers,
  folders,
  hex,
  listed,
  mp4,
  nameOfPin,
  notFound,
  ok,
  pins,
  video,
  widgetAnswers,
} from './pinterest-pins.ts'
import { type HostCall, type PlayedHosts, sendJson, startPlayedHosts } from './played-hosts.ts'

export { type PinName, pinLink, pins } from './pinterest-pins.ts'

const files = mediaFiles()
const gif = fileOf(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'),
  'image/gif',
)

const codes: Record<string, string> = {
  aBc123: `https://www.pinterest.com/pin/${pins.video}/sent/?invite_code=0&sender=1&sfo=1`,
  Hop1: 'https://api.pinterest.com/url_shortener/aBc123/redirect/',
  Loop: 'https://pin.it/Loop',
  Board: 'https://www.pinterest.de/somebody/paper-birds/',
  Profile: 'https://www.pinterest.com/somebody/',
  Home: 'https://www.pinterest.com/?show_error=true',
  Away: 'https://evil.example/pin/664281013778109217/',
  Port: `https://www.pinterest.com:8443/pin/${pins.video}/`,
  Login: '/login/?next=%2Fpin%2F',
}

/** Playlists by the number of their video, with the names of their sizes. */
const masters: Record<number, [size: string, name: string, codecs: string][]> = {
  3: [
    ['360x640', `${hex(3)}_360w`, 'avc1.4d401f,mp4a.40.2'],
    ['2160x3840', `${hex(3)}_2160w`, 'hvc1.1.6.L150.90,mp4a.40.2'],
    ['720x1280', `${hex(3)}_720w`, 'avc1.4d401f,mp4a.40.2'],
    ['1080x1920', `${hex(3)}_1080w`, 'avc1.640028,mp4a.40.2'],
    ['720x1280', `../../x`, 'avc1.4d401f'],
    ['720x1280', 'https://evil.example/x', 'avc1.4d401f'],
  ],
  4: [['540x960', `${hex(4)}_540w`, 'avc1.4d401f,mp4a.40.2']],
  5: [['540x960', `${hex(5)}_540w`, 'avc1.4d401f,mp4a.40.2']],
  // Lists more than is offered: HEVC, and sizes above 1080p.
  14: [
    ['720x1280', `${hex(14)}_720w`, 'avc1.4d401f,mp4a.40.2'],
    ['1080x1920', `${hex(14)}_1080w`, 'avc1.640028,mp4a.40.2'],
    ['1080x1920', `${hex(14)}_1080h`, 'hvc1.1.6.L120.90,mp4a.40.2'],
    ['1440x2560', `${hex(14)}_1440w`, 'avc1.640032,mp4a.40.2'],
  ],
  15: [
    ['720x1280', `${hex(15)}_720w`, 'avc1.4d401f,mp4a.40.2'],
    ['1080x1920', `${hex(15)}_1080w`, 'avc1.640028,mp4a.40.2'],
  ],
  ...Object.fromEntries(
    [9, 10, 11, 12].map((number) => [
      number,
      [['720x1280', `${hex(number)}_720w`, 'avc1.4d401f,mp4a.40.2']],
    ]),
  ),
}

/** Where the playlist of video 5 is, whose segments are all there is of it. */
export const streamFolder = `/videos/iht/hls/${folders}/`
export const streamName = hex(5)

function masterOf(number: number): MediaFile {
  const lines = (masters[number] ?? []).flatMap(([size, name, codecs], index) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${(index + 1) * 500_000},RESOLUTION=${size},CODECS="${codecs}"${number === 5 ? ',AUDIO="sound"' : ''}`,
    `${name}.m3u8`,
  ])
  const sound = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="en",DEFAULT=YES,URI="${hex(number)}_audio.m3u8"`
  return playlistOf(number === 5 ? [sound, ...lines] : lines)
}

const streams = [
  ...hlsFiles(`${hex(5)}_540w`, readStream('picture')),
  ...hlsFiles(`${hex(5)}_audio`, readStream('sound')),
  // The sizes differ, so that a file shows which one was taken.
  ...hlsFiles(`${hex(14)}_720w`, readStream('sound')),
  ...hlsFiles(`${hex(14)}_1080w`, readStream('picture')),
]

const usualVideos: (readonly [path: string, file: MediaFile | undefined])[] = [
  ...Object.keys(masters).map(
    (number) => [`${streamFolder}${hex(Number(number))}.m3u8`, masterOf(Number(number))] as const,
  ),
  ...streams.map(([name, file]) => [streamFolder + name, file] as const),
  ...[1, 2, 7, 8, 13].map((n) => [new URL(mp4(n)).pathname, files.get('video.mp4')] as const),
  [`/videos/iht/expMp4/${folders}/${hex(2)}_t5.mp4`, files.get('hd.mp4')],
  [`/videos/iht/expMp4/${folders}/${hex(3)}_720w.mp4`, files.get('video.mp4')],
  [`/videos/iht/expMp4/${folders}/${hex(3)}_1080w.mp4`, files.get('hd.mp4')],
  [`/videos/mc/720p/${folders}/${hex(4)}.mp4`, files.get('video.mp4')],
  // A page in place of a file.
  [`/videos/iht/expMp4/${folders}/${hex(5)}_540w.mp4`, fileOf(Buffer.from('<html>'), 'text/html')],
  [`/videos/iht/expMp4/${folders}/${hex(9)}_720w.mp4`, files.get('video.mp4')],
  [`/videos/iht/expMp4/${folders}/${hex(10)}_720w.mp4`, files.get('video.mp4')],
  [`/videos/iht/expMp4/${folders}/${hex(11)}_720w.mp4`, files.get('video.mp4')],
  [`/videos/iht/expMp4/${folders}/${hex(15)}_720w.mp4`, files.get('video.mp4')],
]

export type Pinterest = PlayedHosts & {
  /** Files on the host of videos, by path; it refuses others with 403. */
  videos: Map<string, MediaFile | undefined>
  /** Answers requests for a path on that host instead. Null ends that. */
  answerInstead(path: string, answer: ((call: HostCall) => void) | null): void
}

/** Starts a server that plays the platform's hosts. */
export async function startPinterest(): Promise<Pinterest> {
  const videos = new Map(usualVideos)
  const instead = new Map<string, (call: HostCall) => void>()
  let movedTimes = 0
  const movedPath = () => `/videos/mc/720p/${folders}/${hex(100 + movedTimes)}.mp4`

  function answerPage(call: HostCall): void {
    const { req, res, url } = call
    if (req.headers['x-pinterest-pws-handler'] !== 'www/pin/[id].js') {
      return void res.writeHead(403).end()
    }
    const { options } = JSON.parse(url.searchParams.get('data') ?? '{}')
    const name = nameOfPin(options?.id)
    if (name === 'limited') return void res.writeHead(429, { 'Retry-After': '90' }).end()
    if (name === 'refused') return void res.writeHead(403).end('<h1>Forbidden</h1>')
    if (name === 'broken') return void res.writeHead(503).end()
    if (name === 'html')
      return void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')
    if (name === 'login') {
      return void res.writeHead(302, { Location: '/login/?next=%2Fpin%2F' }).end()
    }
    if (name === 'moves') {
      movedTimes += 1
      const list = { V_720P: listed(`https://v1.pinimg.com${movedPath()}`) }
      return void sendJson(call, ok(pins.moves, video(list)))
    }
    const answer = name === null ? undefined : answers[name]
    sendJson(
      call,
      answer?.(options.id) ?? notFound,
      answer === undefined || name === 'gone' ? 404 : 200,
    )
  }

  function answerWidget(call: HostCall): void {
    const id = call.url.searchParams.get('pin_ids') ?? ''
    const name = nameOfPin(id)
    const data = (name === null ? undefined : widgetAnswers[name])?.(id) ?? []
    sendJson(call, { status: 'success', code: 0, data })
  }

  function answerCode({ res, url }: HostCall): void {
    const code = /^\/url_shortener\/(\w+)\/redirect\/$/.exec(url.pathname)?.[1] ?? ''
    const location = codes[code]
    if (code === 'Shown') return void res.writeHead(200).end('<html>')
    if (code === 'Bare') return void res.writeHead(302).end()
    if (location === undefined) return void res.writeHead(404).end()
    res.writeHead(302, { Location: location }).end()
  }

  async function answerVideo(call: HostCall): Promise<void> {
    const { pathname } = call.url
    const answer = instead.get(pathname)
    if (answer !== undefined) return answer(call)
    // The address of the first look-up works no more.
    const moved = movedTimes > 1 && pathname === movedPath() ? files.get('video.mp4') : undefined
    const file = videos.get(pathname) ?? moved
    if (file === undefined) return void call.res.writeHead(403).end()
    await serve(call, file)
  }

  async function answerPicture(call: HostCall): Promise<void> {
    const name = call.url.pathname.split('/').at(-1) ?? ''
    const file = name === 'x.gif' ? gif : (files.get(name) ?? files.get('cover.jpg'))
    if (file !== undefined) await serve(call, file)
  }

  const played = await startPlayedHosts('pinterest', {
    'www.pinterest.com': answerPage,
    'widgets.pinterest.com': answerWidget,
    'api.pinterest.com': answerCode,
    'v1.pinimg.com': answerVideo,
    'i.pinimg.com': answerPicture,
  })
  return {
    ...played,
    videos,
    answerInstead(path, answer) {
      if (answer === null) instead.delete(path)
      else instead.set(path, answer)
    },
  }
}
