// @module-tag module
import { expect, test, vi } from 'vitest'

test.each([
  ['', 'max-age=31536000'],
  ['on', 'max-age=31536000; includeSubDomains'],
])('https is made permanent for the subdomains only if asked for: %j', async (value, header) => {
  vi.resetModules()
  process.env.APP_URL = 'https://clips.example'
  process.env.HSTS_SUBDOMAINS = value
  const { secureHeaders } = await import('#app/http/secure-headers.server.ts')
  expect(secureHeaders['Strict-Transport-Security']).toBe(header)
})
