import type { Kysely } from 'kysely'
import { z } from 'zod'
import { db } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'
import {
  defaultDisplay,
  densities,
  type ListName,
  longestViewName,
  type OwnList,
  pageSizes,
} from './own-list.ts'

type Owner = { userId: string; list: ListName }

const mostViews = 20

const Display = z.object({
  hidden: z.array(z.string().regex(/^\w{1,30}$/)).max(30),
  density: z.enum(densities),
  pageSize: z.literal(pageSizes),
})

/** Query of a list's address, without the page. */
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

export const ViewName = z
  .string()
  .transform((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
  .pipe(z.string().min(1).max(longestViewName))

export const ViewFields = z.object({ name: ViewName, query: Query })

export async function ownList(userId: string, list: ListName): Promise<OwnList> {
  const [row, views] = await Promise.all([
    reads
      .selectFrom('list_settings')
      .select('settings')
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .executeTakeFirst(),
    reads
      .selectFrom('list_views')
      .select(['name', 'query'])
      .where('user_id', '=', userId)
      .where('list', '=', list)
      .limit(mostViews)
      .execute(),
  ])
  const defaults = defaultDisplay(list)
  return {
    list,
    display: row === undefined ? defaults : Display.catch(defaults).parse(JSON.parse(row.settings)),
    views: views.sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

/** Stores an operator's display settings of a list. Returns false if `display` is invalid. */
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
 * Saves a view, replacing one of the same name. Returns the replaced view's query, or null for a
 * new view; `full` if the list has the maximum number of views.
 */
export async function saveView(
  { userId, list }: Owner,
  { name, query }: z.infer<typeof ViewFields>,
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

/** Renames a view. Returns false if it is gone or the name is in use. */
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

/** Deletes a view. Returns its query, or null if there was none. */
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
