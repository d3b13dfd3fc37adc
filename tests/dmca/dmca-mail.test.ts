// @module-tag process
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { migrations } from '#db/migrations/index.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import { finishJob, outbox, press, settled, startMailWorld } from '#tests/mail/mail-world.ts'
import { makeOldDatabase, readColumn } from '#tests/support/database-files.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { elementsOf } from '#tests/support/html.ts'
import { stampForm } from './dmca-world.ts'

const world = startMailWorld({ SESSION_SECRET: process.env.SESSION_SECRET ?? '' })
let serial = 0

/** Files a notice; gives the report's id. */
async function file(): Promise<number> {
  serial += 1
  const stamp = stampForm(Date.now() - 60_000 - serial * 1000)
  const { url } = fakePost('video', serial)
  await world.db.run(`update dmca_reports set network_hash = null`)
  const response = await sendNotice(world.app, noticeFields([url], stamp))
  expect(response.status).toBe(303)
  return world.db.value<number>('select max(id) from dmca_reports')
}

/** What the report's page and its downloaded file say of the emails to the claimant. */
async function mailLines(id: number): Promise<string[][]> {
  const page = elementsOf(await world.browser.html(`/admin/dmca/${id}`))
  const told = page.filter(({ tag, text }) => tag === 'p' && text.startsWith('Email to'))
  const document = await (await world.browser.get(`/admin/dmca/${id}/report.html`)).text()
  expect(document).not.toContain('told by mail')
  return [told.map(({ text }) => text), document.match(/Email to the claimant: [^<\n]*/g) ?? []]
}

const same = (line: string | RegExp) => {
  const matching = typeof line === 'string' ? line : expect.stringMatching(line)
  return [[matching], [matching]]
}

const forgetOldMails = async () => {
  await world.db.run(`update outbox set created_at = created_at - 2678400000`)
  await finishJob(world, 'outbox-cleanup')
  expect(await outbox(world)).toEqual([])
}

describe('the history of a report', () => {
  test('says that the email is queued while the mail server is down, and when it was sent', async () => {
    await world.mail.close()
    const id = await file()
    const { id: mail } = await settled(world, 'waiting', 1)
    expect(await mailLines(id)).toEqual(
      same(/^Email to the claimant: queued\. Last attempt failed: No connection to 127\.0\.0\.1/),
    )
    world.mail = await startMailServer({ port: world.mail.port })
    await press(world, 'retry', [mail])
    await world.mail.mail()
    await settled(world, 'sent', 2)
    const sent = same(/^Email to the claimant: sent \d+ \w+ \d{4}, \d\d:\d\d$/)
    const told = await mailLines(id)
    expect(told).toEqual(sent)

    await forgetOldMails()
    expect(await mailLines(id)).toEqual(told)
  })

  test('says that the email failed, and why, also after the outbox has forgotten it', async () => {
    world.mail.fault = 'unknown_recipient'
    const id = await file()
    await settled(world, 'failed', 1)
    const failed = same(/^Email to the claimant: failed: .*550 No such mailbox/)
    expect(await mailLines(id)).toEqual(failed)
    await forgetOldMails()
    expect(await mailLines(id)).toEqual(failed)
  })

  test('says that an operator has deleted the email before it was sent', async () => {
    world.mail.fault = 'greylist'
    const id = await file()
    const { id: mail } = await settled(world, 'waiting', 1)
    await world.browser.post('/admin/settings/email/delete', { id: String(mail), intent: 'delete' })
    expect(await outbox(world)).toEqual([])
    expect(await mailLines(id)).toEqual(
      same('Email to the claimant: deleted from the outbox before it was sent'),
    )
  })
})

test('an older history keeps its emails: from the outbox, or as not recorded', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-'))
  const file = path.join(folder, 'old.db')
  const names = Object.keys(migrations).sort()
  await makeOldDatabase(file, names.indexOf('0014-dmca-mail'))
  const db = new SQLite(file)
  const fields = ['claimant_name', 'company', 'postal_address', 'phone', 'work_title']
    .concat('work_description', 'work_addresses', 'remarks', 'declarations_version')
    .concat('good_faith_text', 'accuracy_text', 'signature', 'owner_name', 'language')
    .concat('content_hash', 'status_token_hash', 'title_key', 'reporter_key', 'search_text')
  db.exec(`insert into dmca_reports (id, submitted_at, email, capacity, ${fields.join(', ')})
    values (7, 1, 'rae@rights.example', 'owner', ${fields.map((name) => `'${name}'`).join(', ')})`)
  const queue = db.prepare(`insert into outbox (id, recipient, subject, created_at, next_try_at)
    values (?, ?, ?, ?, 0)`)
  queue.run(40, 'rae@rights.example', 'Your report DMCA-0007', 500_030)
  queue.run(41, 'rae@rights.example', 'Your report DMCA-0008', 500_000)
  const happen = db.prepare(`insert into dmca_report_events
    (report_id, at, kind, actor_label, note, mailed) values (7, ?, 'asked', 'op', '', ?)`)
  for (const [at, mailed] of [
    [400_000, 1],
    [500_000, 1],
    [500_000, 0],
  ])
    happen.run(at, mailed)
  db.close()
  await makeOldDatabase(file, names.length)
  expect(readColumn(file, 'select mail_id from dmca_report_events order by id')).toEqual([
    null,
    40,
    null,
  ])
  expect(readColumn(file, 'select mail_end from dmca_report_events order by id')).toEqual([
    'unknown',
    null,
    null,
  ])
  rmSync(folder, { recursive: true })
})
