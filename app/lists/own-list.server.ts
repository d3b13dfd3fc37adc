import type { Kysely } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.ts'
import type { Database } from '#db/schema.ts'
import {
  densities,
  type ListName,
  longestViewName,
  type OwnList,
  pageSizes,
  usualDisplay,
} from './own-list.ts'

/** An operator's list. */
type Owner = { userId: string; list: ListName }

/** More views of one list are refused. */
const mostViews = 20

const Display = z.object({
  hidden: z.array(z.string().regex(/^\w{1,30}$/)).max(30),
  density: z.enum(densities),
  pageSize: z.literal(pageSizes),
})

/** What a list's address says, besides the place in it. */
const Query = z
  .string()
  .max(2000)
  .transform((text) => [...new URLSearchParams(text)])
  .pipe(
    z
      .array(z.tuple([z.string().regex(/^[a-z]{1,20}$/i), z.string().min(1).max(254)]))
      .min(1)
      .max(12)
      .refine((entries) => entries.every(([name]) => name !== 'cursor')),
  )
  .transform((entries) => {
    return new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
  })

const Name = z
  .string()
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  .pipe(z.string().min(1).max(longestViewName))

/** A view as an operator's form names it. */
export const ViewFields = z.object({ name: Name, query: Query })
export const ViewName = Name

/** Reads how an operator has a list shown, and their views of it. */
export async function ownList(userId: string, list: ListName): Promise<OwnList> {
  const row = await db
    .selectFrom('list_settings')
    .select('settings')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  const views = await db
    .selectFrom('list_views')
    .select(['name', 'query'])
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .limit(mostViews)
    .execute()
  const usual = usualDisplay(list)
  return {
    list,
    display: row === undefined ? usual : Display.catch(usual).parse(JSON.parse(row.settings)),
    views: views.sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

/** Keeps how an operator has a list shown. Returns false if `display` is no such thing. */
export async function setListDisplay({ userId, list }: Owner, display: unknown): Promise<boolean> {
  const read = Display.safeParse(display)
  if (!read.success) return false
  const settings = JSON.stringify(read.data)
  await db
    .insertInto('list_settings')
    .values({ user_id: userId, list, settings })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ settings }))
    .execute()
  return true
}

/**
 * Saves a view, in place of one of the same name. Returns what that one's query was, null for a new
 * view; `full` if the list has as many views as it can.
 */
export async function saveView(
  { userId, list }: Owner,
  { name, query }: { name: string; query: string },
  trx: Kysely<Database>,
): Promise<{ replaced: string | null } | 'full'> {
  const views = await trx
    .selectFrom('list_views')
    .select(['name', 'query'])
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .execute()
  const same = views.find((view) => view.name === name)
  if (same === undefined && views.length >= mostViews) return 'full'
  await trx
    .insertInto('list_views')
    .values({ user_id: userId, list, name, query })
    .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ query }))
    .execute()
  return { replaced: same?.query ?? null }
}

/** Gives a view another name. Returns false if it is gone or the name is in use. */
export async function renameView(
  { userId, list }: Owner,
  { from, to }: { from: string; to: string },
  trx: Kysely<Database>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('list_views')
    .set({ name: to })
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('name', '=', from)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('list_views as other')
            .select('other.name')
            .where('other.user_id', '=', userId)
            .where('other.list', '=', list)
            .where('other.name', '=', to),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a view. Returns its query, null if there was none. */
export async function deleteView(
  { userId, list }: Owner,
  name: string,
  trx: Kysely<Database>,
): Promise<string | null> {
  const row = await trx
    .deleteFrom('list_views')
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .where('name', '=', name)
    .returning('query')
    .executeTakeFirst()
  return row?.query ?? null
}
