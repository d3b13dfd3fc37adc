import { totpSealOwner } from '#app/accounts/credentials/totp.server.ts'
import { sealOwner } from '#app/mail/outbox.server.ts'
import { log } from '#app/observe/log.server.ts'
import { reseal } from '#app/secrets/sealed-box.server.ts'
import { hasOlderSecrets } from '#app/secrets/secrets.server.ts'
import { settingSealOwner } from '#app/settings/settings.server.ts'
import { webhookSealOwner } from '#app/webhooks/endpoint.server.ts'
import { db, onDatabaseReplaced } from '#db/engine.ts'

onDatabaseReplaced(resealSecrets)

type SealedColumn = {
  table: 'settings' | 'users' | 'outbox' | 'webhook_endpoints'
  column: string
  key: 'id' | 'name'
  /** The column that names the owner, if it isn't the key. */
  owner?: 'recipient'
  ownerOf: (owner: string) => string
}

/** A new kind of sealed value needs a line here. */
const sealedColumns: SealedColumn[] = [
  { table: 'settings', column: 'value', key: 'name', ownerOf: settingSealOwner },
  { table: 'users', column: 'totp_secret', key: 'id', ownerOf: totpSealOwner },
  { table: 'outbox', column: 'content', key: 'id', owner: 'recipient', ownerOf: sealOwner },
  { table: 'webhook_endpoints', column: 'secret', key: 'id', ownerOf: webhookSealOwner },
  { table: 'webhook_endpoints', column: 'old_secret', key: 'id', ownerOf: webhookSealOwner },
]

/**
 * Reseals every sealed value with the newest secret while an older one is still listed, so that the
 * older one can then be removed. Called at start and after a restore; if it fails, the older secret
 * is needed until the next start.
 */
export async function resealSecrets(): Promise<void> {
  if (!hasOlderSecrets) return
  try {
    let values = 0
    for (const column of sealedColumns) values += await resealColumn(column)
    log.info({ values }, 'sealed values are under the newest secret: older ones can be removed')
  } catch (error) {
    log.error(
      { err: error },
      'sealed values not brought under the newest secret: keep the older one',
    )
  }
}

const { dynamic } = db

/** Returns how many values were resealed. Leaves those that have changed meanwhile. */
async function resealColumn(sealed: SealedColumn): Promise<number> {
  const { table, column, key, owner = key, ownerOf } = sealed
  // Settings are JSON. Those that aren't sealed can't be opened, and stay.
  const { parse, stringify } = table === 'settings' ? JSON : { parse: String, stringify: String }
  const stored = dynamic.table(table).as('stored')
  const rows: Record<string, unknown>[] = await db
    .selectFrom(stored)
    .select([key, owner, column].map((name) => dynamic.ref<string>(name)))
    .where(dynamic.ref(column), 'is not', null)
    .execute()
  let values = 0
  for (const row of rows) {
    const text: unknown = parse(String(row[column]))
    const next = typeof text === 'string' ? reseal(ownerOf(String(row[owner])), text) : null
    if (next === null) continue
    await db
      .updateTable(stored)
      .set(dynamic.ref(column), stringify(next))
      .where(dynamic.ref(key), '=', row[key])
      .where(dynamic.ref(column), '=', row[column])
      .execute()
    values += 1
  }
  return values
}
