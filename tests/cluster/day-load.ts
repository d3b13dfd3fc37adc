import { vi } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import type { MailServer } from '#tests/fakes/mail-server.ts'
import { fillIn, sendTab, tabAddress } from '#tests/settings/settings-world.ts'
import type { Browser } from '#tests/support/accounts.ts'
import type { Books } from '#tests/support/books.ts'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import { controlsOf, untouched } from '#tests/support/form-fields.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'

const pages = ['/', '/', '/help', '/download', '/blog', '/statistics', '/de', '/supported']
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** The first of those posts that many look up. None of them is removed. */
const popular = 50_000
/** How many posts people save. One that a full disk has kept from being stored isn't counted. */
const savedPosts = 20
/** How long people try again: connections to a database that has become read-only live for a minute. */
const patienceMs = 300_000
/** How many people act at the same time. */
const atOnce = 6

/** What a round has of each act, 30 in all. */
const acts = {
  view: 10,
  lookUp: 8,
  save: 5,
  signUp: 2,
  confirm: 1,
  write: 1,
  notify: 1,
  takeDown: 1,
  decide: 1,
}

type World = {
  origin: string
  books: Books
  mails: MailServer
  operator: Browser
  stampForm: (at: number) => string
}

/** An answer that the site must not give, whatever its database does. */
class Fault extends Error {}

/** Throws an error for what people repeat. The page to sign in is a fault: no one has signed out. */
function expectStatus({ status, url, headers }: Response, right: number): void {
  const target = headers.get('location') ?? ''
  if (status === right && !target.startsWith('/admin/login')) return
  const said = `${status} instead of ${right} at ${url} ${target}`
  throw [502, 503].includes(status) ? new Error(said) : new Fault(said)
}

/**
 * Visitors and operators of a site, whose acts go into the books once the site has said that they
 * are done. They repeat an act that is cut or met by 502 or 503. Any other answer is a fault.
 */
export function createPeople(world: World) {
  const faults: string[] = []
  /** Repeats an act until it is done or met by a fault. */
  const insist = (act: () => Promise<void>) =>
    vi.waitFor(
      () =>
        act().catch((error: unknown) => {
          if (!(error instanceof Fault)) throw error
          faults.push(error.message)
        }),
      { timeout: patienceMs, interval: 500 },
    )
  const shared = { ...world, ...createIdentities(world), insist }
  const does = { ...visitors(shared), ...claims(shared) }
  const round = Object.entries(acts).flatMap(([act, count]) =>
    Array.from({ length: count }, () => does[act as keyof typeof acts]),
  )
  return {
    faults,
    begin: does.begin,
    rename: renaming(shared),
    /** Has a few people at once do all acts of a round. */
    async round(): Promise<void> {
      const waiting = [...round]
      const busy = Array.from({ length: atOnce }, async () => {
        for (let act = waiting.shift(); act !== undefined; act = waiting.shift()) await act()
      })
      await Promise.all(busy)
    },
  }
}

type Shared = World &
  ReturnType<typeof createIdentities> & { insist: (act: () => Promise<void>) => Promise<void> }

function createIdentities({ stampForm }: World) {
  const formsAt = Date.now() - 60_000
  let posts = 0
  let people = 0
  return {
    /** A number that no one and nothing else has. */
    newNumber: () => {
      people += 1
      return people
    },
    newPost: () => {
      posts += 1
      return fakePost('video', posts)
    },
    /** The headers of someone from a network that no one came from before. */
    newPerson(): Record<string, string> {
      people += 1
      const network = `${20 + (people % 150)}.${(people >> 8) % 250}.${people % 250}.7`
      return { 'User-Agent': userAgent, 'X-Forwarded-For': network }
    },
    /** Each form was opened at a moment of its own. */
    newStamp() {
      people += 1
      return stampForm(formsAt - people * 1_000)
    },
  }
}

function visitors(shared: Shared) {
  const { origin, books, mails, insist, newNumber, newPerson, newPost, newStamp } = shared
  const asked = new Set<string>()
  const saved = Array.from({ length: savedPosts }, newPost)
  const send = (target: string, form: Record<string, string>, headers = newPerson()) =>
    fetch(origin + target, { method: 'POST', headers, body: new URLSearchParams(form) })
  return {
    /** Has the posts stored that people save. */
    async begin() {
      for (const { url } of saved) await insist(async () => void (await lookUp({ origin }, url)))
    },
    async view() {
      const [headers, page] = [newPerson(), pages[newNumber() % pages.length]]
      await insist(async () => {
        const answer = await fetch(origin + page, { headers })
        await answer.text()
        expectStatus(answer, 200)
      })
    },
    async lookUp() {
      const [headers, { url }] = [newPerson(), fakePost('video', popular + (newNumber() % 200))]
      await insist(async () => {
        const answer = await send('/', { url }, headers)
        await answer.text()
        expectStatus(answer, 200)
      })
    },
    async save() {
      const headers = newPerson()
      const url = saved[newNumber() % savedPosts]?.url ?? ''
      let link = ''
      await insist(async () => {
        link ||= await saveLinkIn({ origin }, (await lookUp({ origin }, url)).html)
        const answer = await fetch(origin + link, { headers })
        const { byteLength } = await answer.arrayBuffer()
        expectStatus(answer, 200)
        books.saves.push(byteLength)
      })
    },
    async signUp() {
      const [headers, stamp] = [newPerson(), newStamp()]
      const email = `reader${newNumber()}@readers.example`
      await insist(async () => {
        const answer = await send('/newsletter', { email, stamp, subject: '' }, headers)
        expectStatus(answer, 200)
        if (!(await answer.text()).includes(email)) throw new Fault(`No word about ${email}`)
        books.signUps.push(email)
        books.mails.push(email)
      })
    },
    /** Follows the first mail that no one has followed yet. */
    async confirm() {
      const mail = mails.received.find(
        ({ envelope: { to }, text }) =>
          text.includes('/newsletter/confirm/') && !asked.has(to.join()),
      )
      if (mail === undefined) return
      const email = mail.envelope.to.join()
      asked.add(email)
      const path = /\/newsletter\/confirm\/[\w-]+/.exec(mail.text)?.[0] ?? ''
      await insist(async () => {
        expectStatus(await send(path, {}), 200)
        books.confirmations.push(email)
      })
    },
    async write() {
      const [headers, stamp] = [newPerson(), newStamp()]
      const message = `My file number ${newNumber()} is black.`
      const form = { name: '', email: '', topic: 'download', message, stamp, website: '' }
      await insist(async () => {
        const answer = await send('/contact/message', form, headers)
        await answer.text()
        expectStatus(answer, 200)
        if (!answer.url.endsWith('?sent')) throw new Fault(`A message led to ${answer.url}`)
        books.messages.push(message)
      })
    },
  }
}

/** Notices, and what operators make of them. */
function claims({ origin, books, operator, insist, newPerson, newPost, newStamp }: Shared) {
  const posts = new Map<string, ReturnType<typeof newPost>>()
  const addressOf = (work: string) => `owner-of-${work}@owners.example`
  return {
    async notify() {
      const post = newPost()
      const work = `work-${posts.size + 1}`
      posts.set(work, post)
      const fields = { workTitle: work, email: addressOf(work) }
      const form = noticeFields([post.url], newStamp(), fields)
      const from = newPerson()['X-Forwarded-For'] ?? ''
      await insist(async () => {
        expectStatus(await sendNotice({ origin }, form, { from }), 303)
        books.notices.push(work)
        books.mails.push(addressOf(work))
      })
    },
    async takeDown() {
      const post = newPost()
      const target = `/admin/videos/change/remove?id=${post.postId}`
      await insist(async () => {
        // Removed already by a form whose answer was cut.
        if ((await lookUp({ origin }, post.url)).status !== 451) {
          // One that couldn't be stored isn't there to be removed.
          const page = await operator.get(`/admin/videos/${post.postId}`)
          if (page.status === 404) throw new Error(`${post.postId} is not stored`)
          const answer = await operator.post(target, { reason: 'A notice', id: post.postId })
          expectStatus(answer, 302)
        }
        books.takedowns.push(post)
      })
    },
    /** Decides the report that is due next. */
    async decide() {
      let path = ''
      await insist(async () => {
        if (path === '') {
          const next = await operator.get('/admin/dmca/queue')
          expectStatus(next, 302)
          const target = new URL(next.headers.get('location') ?? '', origin).pathname
          // None is waiting.
          if (!/\d$/.test(target)) return
          path = target
        }
        const page = await operator.get(path)
        expectStatus(page, 200)
        const html = await page.text()
        const [work = ''] = /work-\d+/.exec(html) ?? []
        const post = posts.get(work)
        if (post === undefined) throw new Fault(`${path} is about no work`)
        const approves = Number(work.slice('work-'.length)) % 2 === 0
        const intent = approves ? 'approve' : 'reject'
        const version = controlsOf(html, intent).find(({ name }) => name === 'version')?.value
        // Without the form, it was decided by one whose answer was cut.
        if (version !== undefined) {
          expectStatus(await operator.post(path, { intent, version, note: 'Decided' }), 302)
        }
        books.decisions.push({ title: work, status: approves ? 'resolved' : 'rejected' })
        books.mails.push(addressOf(work))
        if (approves) books.takedowns.push(post)
        else books.kept.push(post)
      })
    },
  }
}

/** Returns what names the site: for one operator at a time. */
function renaming({ books, operator, insist }: Shared) {
  return (siteName: string) =>
    insist(async () => {
      const page = await operator.get(tabAddress('general'))
      expectStatus(page, 200)
      const form = untouched(controlsOf(await page.text(), 'save'))
      const filled = fillIn(form, { intent: 'save', siteName })
      expectStatus(await sendTab(operator, 'general', filled), 302)
      books.siteNames.push(siteName)
    })
}
