import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { log } from '#app/observe/log.server.ts'
import { transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import { writeOr } from '#db/unavailable.ts'

/** A message on the next page about what was just done. Kind `saved` disappears by itself. */
export type Flash = z.infer<typeof Flash>

/** A form that reverses an action: another action, with its own check and audit entry. */
export type Undo = z.infer<typeof Undo>

const Undo = z.object({
  action: z
    .string()
    .max(300)
    .regex(/^\/admin[/?]/),
  /** Names and values of hidden fields. Names can repeat. */
  fields: z.array(z.tuple([z.string().max(60), z.string().max(2000)])).max(600),
})
const Flash = z.object({
  /** Unique within the session. Messages from before an upgrade have none. */
  id: z.string().max(20).default('0'),
  kind: z.enum(['success', 'saved', 'error', 'info']),
  text: z.string().max(1000),
  undo: Undo.optional(),
})
const Stored = z.array(Flash)
const mostWaiting = 10

/** Stores a message until it is shown. A full disk loses the message, not the change itself. */
export async function addFlash(idHash: string, message: Omit<Flash, 'id'>): Promise<void> {
  const id = randomBytes(6).toString('base64url')
  await changeFlash(idHash, (flash) => [...flash, { ...message, id }].slice(-mostWaiting))
}

/** Returns the session's stored messages, oldest first. */
export async function readFlash(idHash: string): Promise<Flash[]> {
  const query = reads.selectFrom('sessions').select('flash').where('id_hash', '=', idHash)
  return parse((await query.executeTakeFirst())?.flash)
}

export async function removeFlash(idHash: string, ids: readonly string[]): Promise<void> {
  await changeFlash(idHash, (flash) => flash.filter(({ id }) => !ids.includes(id)))
}

async function changeFlash(idHash: string, change: (flash: Flash[]) => Flash[]): Promise<void> {
  const store = () =>
    transact(async (trx) => {
      // This no-op update makes the transaction a writing one.
      const row = await trx
        .updateTable('sessions')
        .set((eb) => ({ flash: eb.ref('flash') }))
        .where('id_hash', '=', idHash)
        .returning('flash')
        .executeTakeFirst()
      if (row === undefined) return
      const changed = change(parse(row.flash))
      const flash = changed.length === 0 ? null : JSON.stringify(changed)
      await trx.updateTable('sessions').set({ flash }).where('id_hash', '=', idHash).execute()
    })
  await writeOr(store, ({ reason }) => {
    log.warn({ reason }, 'the messages for the next page could not be changed')
  })
}

function parse(stored: string | null | undefined): Flash[] {
  return stored ? Stored.parse(JSON.parse(stored)) : []
}
