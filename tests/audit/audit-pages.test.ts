// @module-tag module
import '#tests/support/own-data-dir.ts'

import { expect, test } from 'vitest'
import { listAudit } from '#app/audit/audit.server.ts'
import { entryText } from '#app/audit/ui/entry-text.server.ts'
import { keepLine, logTail } from '#app/observe/log-tail.server.ts'
import { searchSettings } from '#app/settings/ui/setting-search.server.ts'
import { db } from '#db/engine.ts'
import { testEngine } from '#tests/support/sql.ts'

test('a log that fills its last page exactly would lead on to an empty one', async () => {
  const line = {
    ...{
      actor_id: null,
      actor_label: 'someone',
      action: 'user.banned',
      outcome: 'success' as const,
    },
    ...{ object_type: null, object_id: null, before: null, after: null, request_id: null },
  }
  for (let at = 1; at <= 4; at++) {
    await db
      .insertInto('audit_log')
      .values({ at, ...line })
      .execute()
  }
  const first = await listAudit({}, { limit: 2 })
  expect(first.lines.map(({ at }) => at)).toEqual([4, 3])
  const last = await listAudit({}, { limit: 2, olderThan: first.next ?? 0 })
  expect(last.lines.map(({ at }) => at)).toEqual([2, 1])
  expect(last.next).toBeNull()
})

test('histories, the log and the palette would show operators raw keys', () => {
  const line = {
    ...{ seq: 1, at: 1, actorId: null, actorLabel: 'op@site.example', action: 'prospect.added' },
    ...{ objectType: 'prospect', objectId: 'prospect-1', outcome: 'success' as const },
    ...{ before: { statusCode: 301 }, requestId: null, sentence: ['{actor} added ', '{object}'] },
    ...{ objectLabel: 'blog.example', objectHref: null },
    after: { templateId: 'guest-post', campaign: 1, report: 7, statusCode: 404 },
  }
  expect(entryText(line).facts).toEqual([
    { title: 'HTTP status', before: '301', after: '404' },
    { title: 'Template', before: null, after: 'Offer a guest post' },
    { title: 'Campaign', before: null, after: 'number 1' },
    { title: 'DMCA report', before: null, after: 'DMCA-0007' },
  ])
  const settings = {
    ...{ extractionSources: ['native', 'service'], platforms: ['tiktok', 'x'] },
    ...{ notifyDmcaReport: ['badge', 'mail'], apiAccess: 'token', mp3Rate: '192' },
    ...{ fileNames: 'creator_title', weeklyReport: ['op@site.example'], smtpEncryption: 'TLS' },
  }
  const saved = entryText({ ...line, action: 'settings.changed', before: null, after: settings })
  expect(Object.fromEntries(saved.facts.map(({ title, after }) => [title, after]))).toEqual({
    Sources: 'TikTok’s own pages, The extraction service',
    Platforms: 'TikTok, X',
    'Notifications of DMCA reports': 'In the bell menu, By email',
    'Who may use the API': 'Programs with a token',
    'MP3 quality': '192 kbps',
    'File names': 'Creator and title',
    'Weekly report': 'op@site.example',
    'Mail server’s encryption': 'TLS',
  })

  const request = {
    level: 30,
    time: '2026-11-23T00:00:00.000Z',
    id: 'r1',
    method: 'GET',
    path: '/',
  }
  for (const whole of [true, false]) {
    keepLine(JSON.stringify({ ...request, status: 200, whole, ms: 3 }))
  }
  expect(logTail({ search: '', level: 'all' }).map(({ facts }) => facts)).toEqual([
    'id=r1 ms=3 answer=cut off',
    'id=r1 ms=3',
  ])

  // With PostgreSQL, backups are made outside of the app.
  if (testEngine === 'postgres') return
  const labels = searchSettings('daily backup').map(({ label }) => label)
  expect(labels).toEqual(['Make a backup every day', 'Backup time', 'Backups kept'])
})
