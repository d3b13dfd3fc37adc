import { parseUserAgent } from '#app/http/user-agent.server.ts'

export type ClientSoftware = { device: string; browser: string; os: string }

const devices = new Map([
  ['mobile', 'Phone'],
  ['tablet', 'Tablet'],
  ['smarttv', 'TV'],
  ['console', 'Game console'],
  ['wearable', 'Watch or headset'],
  ['embedded', 'Other'],
])

export function clientSoftware(userAgent: string): ClientSoftware {
  const { browser = 'Other', system: os = 'Other', device } = parseUserAgent(userAgent)
  return { device: devices.get(device ?? '') ?? unnamedDevice(userAgent, os), browser, os }
}

/** Android says Mobile on phones only. */
function unnamedDevice(userAgent: string, os: string): string {
  if (/\b(?:Mobile|MIDP|Opera Mini|Opera Mobi)\b/.test(userAgent)) return 'Phone'
  return os === 'Android' ? 'Tablet' : 'Computer'
}
