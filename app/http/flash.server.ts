import { z } from 'zod'
import { log } from '#app/observe/log.server.ts'
import { db, transact } from '#db/engine.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'

/** A message on the next page about what was just done. One of kind `saved` disappears by itself. */
export type Flash = z.infer<typeof Flash>

/** The form that takes an action back: another action, with its own check and audit entry. */
export type Undo = z.infer<typeof Undo>

const Undo = z.object({
  action: z
    .string()
    .max(300)
    .regex(/^\/admin[/?]/),
  /** Names and values of hidden fields. A name can be there several times. */
  fields: z.array(z.tuple([z.string().max(60), z.string().max(2000)])).max(600),
})
const Flash = z.object({
  kind: z.enum(['success', 'saved', 'error', 'info']),
  text: z.string().max(1000),
  undo: Undo.optional(),
})
const Stored = z.array(Flash)
const mostWaiting = 10

/**
 * Stores a message until the session's next page shows it. A full disk loses the message, but not
 * the change that it reports.
 */
export async function addFlash(idHash: string, message: Flash): Promise<void> {
  await storeFlash(idHash, message).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailableError)) throw error
    log.warn({ reason: error.reason }, 'a message for the next page could not be stored')
  })
}

async function storeFlash(idHash: string, message: Flash): Promise<void> {
  await transact(async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .select('flash')
      .where('id_hash', '=', idHash)
      .executeTakeFirst()
    if (row === undefined) return
    const flash = JSON.stringify([...parse(row.flash), message].slice(-mostWaiting))
    await trx.updateTable('sessions').set({ flash }).where('id_hash', '=', idHash).execute()
  })
}

/** Returns the session's stored messages, oldest first, and removes them. */
export async function takeFlash(idHash: string): Promise<Flash[]> {
  const row = await db
    .selectFrom('sessions')
    .select('flash')
    .where('id_hash', '=', idHash)
    .where('flash', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return []
  try {
    const { numUpdatedRows } = await db
      .updateTable('sessions')
      .set({ flash: null })
      .where('id_hash', '=', idHash)
      .where('flash', '=', row.flash)
      .executeTakeFirst()
    // Work in the background added one meanwhile, or another page took them.
    if (numUpdatedRows === 0n) return takeFlash(idHash)
  } catch (error) {
    // On a full disk, a message shown twice is better than no page.
    if (!(error instanceof DatabaseUnavailableError)) throw error
  }
  return parse(row.flash)
}

function parse(stored: string | null): Flash[] {
  return stored === null ? [] : Stored.parse(JSON.parse(stored))
}
