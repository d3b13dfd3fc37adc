import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the program noted down of one of its runs, or of a part of it. */
interface YtdlpNote {
  pid: number
  link: string
  at: number
  argv?: string[]
  env?: Record<string, string>
  cwd?: string
  /** What was in its folder when it started. */
  files?: string[]
  input?: string
  end?: number | string
  version?: boolean
  /** Processes that it left behind. */
  children?: number[]
  /** The proxy's answers to what it must not give. */
  results?: Record<string, number | string>
}

export interface FakeYtdlp {
  /** As YTDLP_PATH wants it. */
  path: string
  folder: string
  notes(): YtdlpNote[]
  remove(): void
}

const does = [
  ...['null', 'no_json', 'nothing', 'huge', 'loud', 'hang', 'hang_with_children'],
  ...['children_outlive', 'bad_options', 'crash', 'slow', 'wrong_id', 'needs_auth', 'unlisted'],
  ...['evil_values', 'files', 'attack'],
]

/** Its messages, as it writes them after `ERROR: `. */
const ytdlpMessages = {
  ip_blocked: '[TikTok] ID: Your IP address is blocked from accessing this post',
  no_permission:
    '[TikTok] ID: You do not have permission to view this post. Log into an account that has access. Use --cookies-from-browser or --cookies for the authentication.',
  comfort: '[TikTok] ID: This post may not be comfortable for some audiences. Log in for access.',
  login: '[TikTok] ID: TikTok is requiring login for access to this content',
  status_deleted: '[TikTok] ID: Video not available, status code 10204',
  status_private: '[TikTok] ID: Video not available, status code 10222',
  status_story: '[TikTok] ID: Video not available, status code 10235',
  status_region: '[TikTok] ID: Video not available, status code 10219',
  status_odd: '[TikTok] ID: Video not available, status code 19999',
  status_unknown: '[TikTok] ID: Video not available, status code 10101',
  no_universal_data:
    '[TikTok] ID: Unable to extract universal data for rehydration; please report this issue on https://github.com/yt-dlp/yt-dlp/issues',
  unexpected: '[TikTok] ID: Unexpected response from webpage request',
  status_zero: '[TikTok] ID: Video not available, status code 0',
  challenge: '[TikTok] ID: Unable to solve JS challenge',
  challenge_odd: '[TikTok] ID: Unable to extract challenge expected digest',
  fresh_cookies: '[Douyin] ID: Fresh cookies (not necessarily logged in) are needed',
  empty_media: '[Instagram] ID: Instagram sent an empty media response.',
  no_impersonation: '[Instagram] ID: no impersonate target is available',
  restricted:
    '[Instagram] ID: Restricted Video: You must be 18 years old or over to see this video',
  registered: '[Instagram] ID: This content is only available for registered users',
  bot: '[youtube] ID: Sign in to confirm you’re not a bot.',
  no_extractor: 'No suitable extractor (tiktok) found for URL https://www.tiktok.com/@_/video/ID',
  unsupported: 'Unsupported URL: https://www.tiktok.com/@tester',
  unsupported_photo: 'Unsupported URL: https://www.tiktok.com/@tester/photo/ID',
  forbidden: '[TikTok] ID: Unable to download webpage: HTTP Error 403: Forbidden',
  too_many: '[TikTok] ID: Unable to download webpage: HTTP Error 429: Too Many Requests',
  server_error: '[TikTok] ID: Unable to download webpage: HTTP Error 502: Bad Gateway',
  timed_out: '[TikTok] ID: Unable to download webpage: The read operation timed out',
  no_connection: '[TikTok] ID: Unable to download webpage: [Errno 111] Connection refused',
  strange: '[TikTok] ID: KeyError: aweme',
  // Of a short link.
  led_to_login: 'Unsupported URL: https://www.tiktok.com/login?redirect_url=%2Fforyou',
  led_to_404: 'Unsupported URL: https://www.tiktok.com/404?fromUrl=/t/ZMabc12',
  led_home: 'Unsupported URL: https://www.tiktok.com/?_r=1',
  not_there: '[vm.tiktok] ZMabc12: Unable to download webpage: HTTP Error 404: Not Found',
}

type YtdlpMessage = keyof typeof ytdlpMessages

const firstCode = 400
const names = [...does, ...Object.keys(ytdlpMessages)]

/** The id and link of a post that the program does this with; the platform takes it for a plain video. */
export function ytdlpPost(name: string, serial = 0): { postId: string; url: string } {
  const index = names.indexOf(name)
  if (index < 0) throw new Error(`the fake yt-dlp does no ${name}`)
  const postId = `73456781${String(serial).padStart(8, '0')}${firstCode + index}`
  return { postId, url: `https://www.tiktok.com/@tester/video/${postId}` }
}

/** A fake yt-dlp command in a folder of its own, that takes `origin` for the platform. */
export function makeYtdlp(
  origin: string,
  { version = '2026.08.19', targets = [] as string[] } = {},
): FakeYtdlp {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-fake-ytdlp-'))
  const program = path.join(folder, 'yt-dlp')
  copyFileSync(path.join(import.meta.dirname, 'yt-dlp'), program)
  chmodSync(program, 0o755)
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}')
  const behaviours = Object.fromEntries(
    names.map((name, index) => [
      firstCode + index,
      does.includes(name) ? { does: name } : { says: ytdlpMessages[name as YtdlpMessage] },
    ]),
  )
  const config = { origin, version, targets, behaviours }
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify(config))
  const file = path.join(folder, 'calls.jsonl')
  return {
    path: program,
    folder,
    notes: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
            .map((line): YtdlpNote => JSON.parse(line))
        : [],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
