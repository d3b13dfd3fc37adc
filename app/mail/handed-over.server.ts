import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { instances } from '#app/processes/instances.server.ts'
import { minuteMs, secondMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { faultOf, onServerChange, transact } from '#db/engine.ts'
import { noteSent } from './outbox-delivery.server.ts'

/**
 * Mails that this process has handed over to the mail server lately. A standby that takes over from
 * the database's server may not have received that they were sent, and they would be sent again.
 */

type HandedOver = { id: number; isPrivate: boolean; sentAt: number }

/** By the mails' own ids: an older database gives their numbers to other mails. */
const lately = new LRUCache<string, HandedOver>({ max: 5_000, ttl: 10 * minuteMs })
const markedAtOnce = 500
const againMs = secondMs
/** By then each process has noticed that the server has changed, and has marked what it sent. */
const holdMs = 15 * secondMs

let heldUntil = Number.NEGATIVE_INFINITY
let isDue = false
let isMarking = false

/** Notes that the mail server took a mail. Returns what the outbox is to be told. */
export function noteHandedOver({
  messageId,
  ...mail
}: Pick<HandedOver, 'id' | 'isPrivate'> & { messageId: string }): HandedOver {
  const sent = { ...mail, sentAt: steadyNow() }
  lately.set(messageId, sent)
  return sent
}

/** Returns null unless this process has sent the mail lately. */
export function handedOver({ message_id }: { message_id: string }): HandedOver | null {
  return lately.get(message_id) ?? null
}

/** Returns true while no mail is to be sent, since another process may have sent it already. */
export function mailsAreHeld(): boolean {
  return performance.now() < heldUntil
}

/** Marks mails again whenever the database may be older than it was. Called at server start. */
export function keepSentMails(): void {
  const follow = () => {
    heldUntil = performance.now() + holdMs
    void markAgainSoon()
  }
  onServerChange(follow)
  instances.onLoss(follow)
}

/** Marks mails as sent that the database has as unsent, once it can be reached. Never rejects. */
export async function markAgainSoon(): Promise<void> {
  isDue = true
  if (isMarking) return
  isMarking = true
  while (isDue) {
    isDue = false
    try {
      await markAgain([...lately.values()].map(({ id }) => id))
    } catch (error) {
      if (faultOf(error) === null) log.error({ err: error }, 'sent emails not marked again')
      else {
        isDue = true
        await wait(againMs, undefined, { ref: false })
      }
    }
  }
  isMarking = false
}

async function markAgain(ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += markedAtOnce) {
    const marked = await transact(async (trx) => {
      const unsent = await trx
        .selectFrom('outbox')
        .select('message_id')
        .where('id', 'in', ids.slice(at, at + markedAtOnce))
        .where('state', '!=', 'sent')
        .execute()
      const mails = unsent.flatMap((mail) => handedOver(mail) ?? [])
      for (const mail of mails) await noteSent(trx, mail)
      return mails.length
    })
    if (marked === 0) continue
    log.warn({ mails: marked }, 'the database had lost that emails were sent: marked again')
    topicChanged('outbox')
  }
}
