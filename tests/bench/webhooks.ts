import autocannon from 'autocannon'
import { fakePost, startExtractionService } from '#tests/fakes/extraction-service.ts'
import { startServer } from '#tests/fakes/http.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import type { AppServer } from '#tests/support/app-server.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { startUnlimitedApp } from './process.ts'
import { median, type Row, row } from './table.ts'

const waiting = 1_000
const seconds = 4
const rounds = 3
const list = '/admin/settings/webhooks'

/** Cached look-ups while a thousand events are sent to a slow receiver, against none. */
export async function webhookRows(): Promise<Row[]> {
  const service = await startExtractionService({ mediaOrigin: 'http://127.0.0.1:9' })
  const receiver = await startServer(({ res }) => {
    setTimeout(() => res.writeHead(204).end(), 500)
  })
  const app = await startUnlimitedApp({
    EXTRACTION_API_URL: service.endpoint,
    TRUSTED_UPSTREAMS: `${service.hostPort},${receiver.hostPort}`,
  })
  try {
    const { url } = fakePost('video', 1)
    if ((await lookUp(app, url)).status !== 200) throw new Error('The look-up failed')
    await load(app, url)
    const quiet: Load[] = []
    for (let round = 0; round < rounds; round += 1) quiet.push(await load(app, url))
    await sendMany(app, receiver.origin)
    const busy: Load[] = []
    for (let round = 0; round < rounds; round += 1) busy.push(await load(app, url))
    const sent = receiver.requests.length
    if (sent === 0 || sent >= waiting) throw new Error(`${sent} events were sent meanwhile`)
    const of = (loads: Load[], name: keyof Load) => median(loads.map((one) => one[name]))
    return [
      row(
        `Cached look-ups while ${waiting} events go to a slow receiver, and without`,
        of(busy, 'perSecond'),
        'per s',
        of(quiet, 'perSecond'),
      ),
      row('… 99 of 100 answered within', of(busy, 'p99'), 'ms', of(quiet, 'p99')),
      row('… events sent meanwhile', sent, 'events'),
    ]
  } finally {
    await app.discard()
    await Promise.all([service.close(), receiver.close()])
  }
}

/** Adds an endpoint and has it sent all these events. */
async function sendMany(app: AppServer, origin: string): Promise<void> {
  const db = openDatabase(app)
  try {
    await addUser(db, { email: 'olga@example.com', role: 'admin' })
    const olga = createBrowser(app)
    await olga.signIn('olga@example.com')
    await olga.post(list, { url: `${origin}/hook`, event: 'contact.received' })
    const id = await db.value('select id from webhook_endpoints')
    const now = Date.now()
    for (let message = 1; message <= waiting; message += 1) {
      await db.run(
        `insert into webhook_deliveries
           (endpoint_id, message_id, type, body, state, created_at, next_try_at)
         values (?, ?, 'contact.received', ?, 'waiting', ?, ?)`,
        ...[id, `msg_${message}`, JSON.stringify({ data: { message } }), now, now],
      )
    }
    // Its job sends all that is due.
    await olga.post(`${list}/${id}`, { intent: 'test' })
  } finally {
    await db.close()
  }
}

type Load = { perSecond: number; p99: number }

async function load({ origin }: AppServer, link: string): Promise<Load> {
  const result = await autocannon({
    url: `${origin}/_.data`,
    connections: 16,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `url=${encodeURIComponent(link)}`,
  })
  const refused = result['4xx'] + result['5xx'] + result.errors
  if (refused > 0) throw new Error(`${refused} look-ups were refused or failed`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}
