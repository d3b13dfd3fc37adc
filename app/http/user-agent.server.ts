import { UAParser } from 'ua-parser-js'

type UserAgent = {
  browser?: string
  /** The operating system, of which distributions of Linux aren't told apart. */
  system?: string
  /** `mobile`, `tablet`, `smarttv`, `console`, `wearable` or `embedded`. None for computers. */
  device?: string
  model?: string
}

/** Apps and programs that the parser doesn't tell apart. */
const others: [RegExp, string][] = [
  [/^curl\//, 'curl'],
  [/\btrill_|\bBytedanceWebview\//, 'TikTok'],
  [/\bBarcelona \d/, 'Threads'],
  [/\bFB(?:AN\/Messenger|_IAB\/(?:Orca|MESSENGER))/, 'Messenger'],
  [/\[Pinterest\//, 'Pinterest'],
  [/\bReddit\//, 'Reddit'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bZalo /, 'Zalo'],
  [/\bBingSapphire\//, 'Bing'],
]
const { NAME } = UAParser.BROWSER
const parser = new UAParser('', {
  browser: others.flatMap(([pattern, name]) => [[pattern], [[NAME, name]]]),
})

/** Names of the parser in lower case, and ours. */
const names = new Map([
  ['mobile safari', 'Safari'],
  ['chrome webview', 'Android WebView'],
  ['gsa', 'Google app'],
  ['ie', 'Internet Explorer'],
  ['ucbrowser', 'UC Browser'],
  ['qqbrowser', 'QQ Browser'],
  ['kakaotalk', 'KakaoTalk'],
  ['naver', 'Naver'],
  ['weibo', 'Weibo'],
  ['line', 'LINE'],
  ['mac os', 'macOS'],
  ['chromium os', 'ChromeOS'],
  ['ubuntu', 'Linux'],
  ['debian', 'Linux'],
  ['fedora', 'Linux'],
])

/** Reads the first 500 characters of a user agent. */
export function parseUserAgent(text: string): UserAgent {
  parser.setUA(text)
  const browser = ours(parser.getBrowser().name)
  const system = ours(parser.getOS().name)
  const { type, model } = parser.getDevice()
  return {
    // On iOS, only apps that show pages themselves don't name their browser.
    browser: browser === 'WebKit' && system === 'iOS' ? 'iOS WebView' : browser,
    system,
    device: type,
    model,
  }
}

function ours(name: string | undefined): string | undefined {
  return names.get(name?.toLowerCase() ?? '') ?? name
}
