import { serve } from '../media-answer.ts'
import { mediaFiles } from '../media-files.ts'
import { type HostCall, type PlayedHosts, sendJson, startPlayedHosts } from './played-hosts.ts'

const files = mediaFiles()
const cdn = '//cdn-cf-east.streamable.com'

/** The server's videos by their codes. Others aren't there. */
export const videos = {
  video: 'hn8hq',
  sizes: 'uhoe7l',
  milliseconds: 'jx0ax7',
  unready: 'unrdy1',
  failed: 'fail3d',
  locked: 'locked',
  limited: 'limit1',
  refused: 'refuse',
  redirected: 'away1',
  broken: 'brok3n',
  shell: 'shell1',
  html: 'html1',
  changed: 'chang3',
  wrong: 'wrong1',
  hostile: 'host1l',
  moves: 'moves1',
  gone: 'gone11',
} as const

export type VideoName = keyof typeof videos

export function videoLink(name: VideoName): string {
  return `https://streamable.com/${videos[name]}`
}

type Json = Record<string, unknown>

function file(folder: string, code: string, signature: string, width: number, height: number) {
  const url = `${cdn}/video/${folder}/${code}.mp4?${signature}`
  return {
    status: 2,
    url,
    framerate: 30,
    width,
    height,
    bitrate: 2067499,
    size: 5000,
    duration: 12.5,
  }
}

function answer(code: string, more: Json = {}): Json {
  return {
    status: 2,
    percent: 100,
    url: `streamable.com/${code}`,
    embed_code: `<div><iframe src="https://streamable.com/o/${code}"></iframe></div>`,
    message: null,
    files: {
      mp4: file('mp4', code, 'Expires=1798000000&Key-Pair-Id=K&Signature=S', 1280, 720),
      'mp4-mobile': file('mp4-mobile', code, 'Expires=1797990000&Signature=S', 640, 360),
      original: { framerate: 29.97, width: 1280, height: 720, size: 9000, duration: 12.5 },
    },
    thumbnail_url: `${cdn}/image/${code}.jpg?height=300`,
    title: 'Gravity',
    source: null,
    ...more,
  }
}

const answers: Partial<Record<VideoName, (code: string) => unknown>> = {
  video: answer,
  sizes: (code) =>
    answer(code, {
      files: {
        mp4: file('mp4', code, 'expires=1798000000&token=t', 1920, 1080),
        'mp4-mobile': file('mp4-mobile', code, 'expires=1797990000&token=t', 1280, 720),
      },
    }),
  milliseconds: (code) =>
    answer(code, { files: { mp4: file('mp4', code, 'Expires=1798000000123&S=S', 1280, 720) } }),
  unready: (code) => answer(code, { status: 1, percent: 40, files: {} }),
  failed: (code) => answer(code, { status: 3, files: {}, message: 'Video failed to process.' }),
  shell: () => ({}),
  changed: (code) => ({ id: code, sources: [`${cdn}/video/mp4/${code}.mp4`] }),
  wrong: () => answer(videos.video),
  hostile: (code) =>
    answer(code, {
      title: '<script>alert(1)</script>\u0000\n',
      thumbnail_url: 'javascript:alert(1)',
      files: {
        mp4: {
          ...file('mp4', code, '', 1, 1),
          url: '//cdn-cf-east.streamable.com.evil.example/video/x.mp4',
        },
        'mp4-mobile': {
          ...file('mp4-mobile', code, 'Expires=soon', 640, 360),
          size: '12',
          height: -1,
        },
      },
    }),
}

/** Starts a server that plays the platform's hosts. */
export function startStreamable(): Promise<PlayedHosts> {
  let movedTimes = 0

  function answerApi(call: HostCall): void {
    const code = /^\/videos\/(\w+)$/.exec(call.url.pathname)?.[1] ?? ''
    const name = (Object.keys(videos) as VideoName[]).find((one) => videos[one] === code)
    switch (name) {
      case 'limited':
        return void call.res.writeHead(429, { 'Retry-After': '45' }).end()
      case 'refused':
        return void call.res.writeHead(403).end()
      case 'locked':
        return void call.res.writeHead(401).end()
      case 'broken':
        return void call.res.writeHead(502).end()
      case 'redirected':
        return void call.res.writeHead(302, { Location: 'https://streamable.com/login' }).end()
      case 'html':
        return void call.res.writeHead(200, { 'Content-Type': 'text/html' }).end('<html></html>')
      case 'moves': {
        movedTimes += 1
        const signed = `Expires=1798000000&Signature=${movedTimes}`
        return void sendJson(
          call,
          answer(code, { files: { mp4: file('mp4', code, signed, 1280, 720) } }),
        )
      }
      default: {
        const found = name === undefined ? undefined : answers[name]?.(code)
        return void sendJson(call, found ?? {}, found === undefined ? 404 : 200)
      }
    }
  }

  async function answerFile(call: HostCall): Promise<void> {
    const { pathname, searchParams } = call.url
    // Only the second look-up's signature is right.
    const isOld = pathname.includes(videos.moves) && searchParams.get('Signature') !== '2'
    const isImage = pathname.startsWith('/image/')
    const file = files.get(isImage ? 'cover.jpg' : 'video.mp4')
    if (isOld || file === undefined) return void call.res.writeHead(403).end()
    await serve(call, file)
  }

  return startPlayedHosts('streamable', {
    'api.streamable.com': answerApi,
    'cdn-cf-east.streamable.com': answerFile,
  })
}
