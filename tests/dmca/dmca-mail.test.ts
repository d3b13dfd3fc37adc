// @module-tag process
import { describe, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { startMailServer } from '#tests/fakes/mail-server.ts'
import {
  endHold,
  extendHold,
  finishJob,
  outbox,
  press,
  settled,
  startMailWorld,
} from '#tests/mail/mail-world.ts'
import {
  counterFields,
  noticeFields,
  posterPath,
  sendCounterNotice,
  sendNotice,
} from '#tests/support/dmca.ts'
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

const versionOf = (id: number) =>
  world.db.value<number>('select version from dmca_reports where id = ?', id)

/** Presses a button of a report. */
async function decide(id: number, intent: string, note = ''): Promise<void> {
  const version = String(await versionOf(id))
  const answer = await world.browser.post(`/admin/dmca/${id}`, { intent, version, note })
  expect([intent, answer.status]).toEqual([intent, 302])
}

const postIdOf = (id: number) =>
  world.db.value<string>('select post_id from dmca_report_posts where report_id = ?', id)
const subjects = () => world.mail.received.map(({ subject }) => subject)

describe('a decision that is undone', () => {
  test('is never mailed if Undo comes before the email has left, nor is its reversal', async () => {
    const id = await file()
    await world.mail.mail()
    const before = Date.now()
    await decide(id, 'approve')
    await extendHold(world)
    const held = (await outbox(world)).at(-1)
    expect(held?.state).toBe('waiting')
    expect((held?.next_try_at ?? 0) - before).toBeGreaterThanOrEqual(15_000)
    await decide(id, 'undo')
    expect((await outbox(world)).map(({ state }) => state)).toEqual(['sent'])
    expect(await world.browser.html('/admin/dmca')).toContain('got no email about the decision')
    expect((await mailLines(id))[0]?.at(-1)).toContain('deleted from the outbox before')
    await endHold(world)
    expect(subjects()).toHaveLength(1)
  })

  test('is mailed once after a kill, and then so is its reversal; each email names its step and posts', async () => {
    const id = await file()
    await world.mail.mail()
    await decide(id, 'reject', 'It is a quotation.')
    await extendHold(world)
    await world.app.stop('SIGKILL')
    await world.restart()
    expect((await outbox(world)).at(-1)?.state).toBe('waiting')
    await endHold(world)
    await world.mail.mail(({ subject }) => subject.includes('rejected'))
    await decide(id, 'undo')
    await world.mail.mail(({ subject }) => subject.includes('again'))
    await endHold(world)
    const number = `DMCA-${String(id).padStart(4, '0')}`
    const post = await postIdOf(id)
    expect(subjects()).toEqual([
      `${number}: notice received (${post})`,
      `${number}: notice rejected (${post})`,
      `${number}: being reviewed again (${post})`,
    ])
    for (const { text } of world.mail.received) expect(text).toContain(`Posts: ${post}`)
    // An automatic line isn't the operator's own words.
    expect(world.mail.received.at(-1)?.text).not.toContain('Message from the operator')
  })
})

describe('a counter-notice', () => {
  /** Sends the creator's form about an approved report; gives the creator's page. */
  async function countered(id: number): Promise<string> {
    await decide(id, 'approve')
    const path = await posterPath(world.browser, id)
    serial += 1
    const stamp = stampForm(Date.now() - 60_000 - serial * 1000)
    const sent = await sendCounterNotice(world.app, path, counterFields(stamp), [
      await postIdOf(id),
    ])
    expect(sent.status).toBe(303)
    return path
  }
  const creatorReads = async (path: string) => (await fetch(world.app.origin + path)).text()

  test('is passed on once its email was delivered, and not before', async () => {
    const id = await file()
    await world.mail.mail()
    world.mail.fault = 'greylist'
    const path = await countered(id)
    expect(await creatorReads(path)).toContain('We couldn’t reach the person who sent the notice')
    expect(await world.browser.html(`/admin/dmca/${id}`)).toContain('We couldn’t reach them yet')
    world.mail.fault = null
    await endHold(world)
    const mail = await world.mail.mail(({ text }) => text.includes('Short Street'))
    expect(mail.subject).toContain('counter-notice received')
    expect(mail.text).toContain('Cleo Clip')
    expect(mail.text).not.toMatch(/Message from the operator|\d{4}-\d\d-\d\d/)
    await expect.poll(() => creatorReads(path)).toContain('Passed on to the person')
    expect(await world.browser.html(`/admin/dmca/${id}`)).toContain('Passed on by email')
  })
})

// Last, since an app that has just started deletes no emails yet.
describe('the history of a report', () => {
  test('shows that the email is queued while the mail server is down, and when it was sent', async () => {
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

  test('shows that the email failed, and why, also after it was deleted from the outbox', async () => {
    world.mail.fault = 'unknown_recipient'
    const id = await file()
    await settled(world, 'failed', 1)
    const failed = same(/^Email to the claimant: failed: .*550 No such mailbox/)
    expect(await mailLines(id)).toEqual(failed)
    await forgetOldMails()
    expect(await mailLines(id)).toEqual(failed)
  })

  test('shows that an operator has deleted the email before it was sent', async () => {
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
