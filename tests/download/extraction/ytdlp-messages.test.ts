// @module-tag module
import { expect, test } from 'vitest'
import { readMessages } from '#app/download/extraction/ytdlp/ytdlp-messages.ts'
import { createTiktokHosts } from '#app/download/platforms/tiktok/hosts.ts'

const hosts = createTiktokHosts({ testOrigin: null, cdnHosts: () => [] })

function told(message: string): string {
  const failure = readMessages(`WARNING: [generic] Falling back\nERROR: ${message}\n`, hosts)
  if (failure.kind === 'not_found') return failure.landing ?? failure.reason
  return failure.kind === 'unavailable' ? failure.cause : failure.kind
}

test.each([
  ['https://www.tiktok.com/login?redirect_url=%2F%40a%2Fvideo%2F7345678000000000001', 'blocked'],
  ['https://www.tiktok.com/de/login/phone', 'blocked'],
  ['https://www.tiktok.com/signup', 'blocked'],
  ['https://www.tiktok.com/', 'gone'],
  ['https://www.tiktok.com/?_r=1', 'gone'],
  ['https://www.tiktok.com/de-DE/', 'gone'],
  ['https://www.tiktok.com/404?fromUrl=/t/ZMabc12', 'gone'],
  ['https://www.tiktok.com/XX/notfound', 'gone'],
  ['https://www.tiktok.com/@tester?_r=1', 'profile'],
  ['https://www.tiktok.com/view/product/1729384756', 'shop'],
  ['https://www.tiktok.com/foryou', 'unknown_path'],
  ['https://apps.apple.com/app/id835599320', 'app_store'],
  ['https://shop.example/', 'elsewhere'],
  // It answered itself.
  ['https://vm.tiktok.com/ZMabc12/', 'unknown'],
  // Posts that only other sources can read.
  ['https://www.tiktok.com/@tester/photo/7345678000000000001?_r=1', 'incomplete_answer'],
  ['https://m.tiktok.com/v/7345678000000000001.html', 'incomplete_answer'],
])('where yt-dlp follows a short link to is that link’s own end: %s is %s', (address, wanted) => {
  expect(told(`Unsupported URL: ${address}`)).toBe(wanted)
})

test.each([
  ['[vm.tiktok] ZMabc12: Unable to download webpage: HTTP Error 404: Not Found', 'gone'],
  ['[vm.tiktok] ZMabc12: Unable to download webpage: HTTP Error 410: Gone', 'gone'],
  ['[TikTok] 1: Unable to download webpage: HTTP Error 404: Not Found', 'gone'],
  ['[TikTok] 1: Unable to download webpage: HTTP Error 401: Unauthorized', 'blocked'],
  [
    '[TikTok] 1: Unable to download webpage: HTTP Error 451: Unavailable For Legal Reasons',
    'unknown',
  ],
  [
    '[vm.tiktok] ZM: Unable to download webpage: Tunnel connection failed: 403 Forbidden',
    'unknown',
  ],
  [
    '[TikTok] 1: Unable to download webpage: Tunnel connection failed: 403 Forbidden',
    'blocked_address',
  ],
  ['[TikTok] 1: Unable to download webpage: HTTP Error 500: Internal Server Error', 'http_status'],
])(
  'a status that yt-dlp reports is about the link or about who asks: %s is %s',
  (message, wanted) => {
    expect(told(message)).toBe(wanted)
  },
)
