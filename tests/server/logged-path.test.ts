// @module-tag module
import { expect, test } from 'vitest'
import { loggedPath } from '#app/server/logged-path.ts'

test.each([
  ['/?url=https://www.tiktok.com/@a/video/1', '/'],
  ['/de?post=7300000000000000000', '/de'],
  ['/newsletter/confirm/abc', '/newsletter/confirm/…'],
  ['/es/newsletter/unsubscribe/abc?x=1', '/es/newsletter/unsubscribe/…'],
  ['/outreach/stop/v1-abc', '/outreach/stop/…'],
  ['/admin/setup/abc', '/admin/setup/…'],
  ['/admin/reset/abc/def', '/admin/reset/…'],
  ['/dmca/status/abc.data', '/dmca/status/…'],
  ['/de/dmca/counter/12-abc?sent', '/de/dmca/counter/…'],
  ['/%61dmin/res%65t/abc', '/admin/reset/…'],
  ['/admin/login/../setup/abc', '/admin/setup/…'],
  ['//admin//setup/abc', '/admin/setup/…'],
  ['/%E0%A4%A', '/%E0%A4%A'],
  ['/blog/setup', '/blog/setup'],
])('S42: the log of %s holds no secret', (target, logged) => {
  expect(loggedPath(target)).toBe(logged)
})
