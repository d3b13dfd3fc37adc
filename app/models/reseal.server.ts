import { log } from '#app/services/log.server.ts'
import { reseal } from '#app/services/sealed-box.server.ts'
import { hasOlderSecrets } from '#app/services/secrets.server.ts'
import { db, onDatabaseReplaced } from '#db/client.ts'
import { sealOwner } from './outbox.server.ts'
import { settingSealOwner } from './settings.server.ts'
import { secretSettings } from './settings-schema.ts'
import { totpSealOwner } from './totp.server.ts'

onDatabaseReplaced(resealSecrets)

/**
 * Brings every sealed value under the newest secret while an older one is still listed, so that the
 * older one can then be taken out. For the start and after a restore; a failure only means that the
 * older secret is needed until the next start. A new kind of sealed value needs a line here.
 */
export async function resealSecrets(): Promise<void> {
  if (!hasOlderSecrets) return
  try {
    const values = (await resealSettings()) + (await resealTotp()) + (await resealMails())
    log.info({ values }, 'sealed values are under the newest secret: older ones can be removed')
  } catch (error) {
    log.error(
      { err: error },
      'sealed values not brought under the newest secret: keep the older one',
    )
  }
}

async function resealSettings(): Promise<number> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [...secretSettings])
    .execute()
  let changed = 0
  for (const { name, value } of rows) {
    const sealed: unknown = JSON.parse(value)
    const next = typeof sealed === 'string' ? reseal(settingSealOwner(name), sealed) : null
    if (next === null) continue
    await db
      .updateTable('settings')
      .set({ value: JSON.stringify(next) })
      .where('name', '=', name)
      .where('value', '=', value)
      .execute()
    changed += 1
  }
  return changed
}

async function resealTotp(): Promise<number> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'totp_secret'])
    .where('totp_secret', 'is not', null)
    .execute()
  let changed = 0
  for (const { id, totp_secret: sealed } of rows) {
    const next = sealed === null ? null : reseal(totpSealOwner(id), sealed)
    if (next === null) continue
    await db
      .updateTable('users')
      .set({ totp_secret: next })
      .where('id', '=', id)
      .where('totp_secret', '=', sealed)
      .execute()
    changed += 1
  }
  return changed
}

async function resealMails(): Promise<number> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'content'])
    .where('content', 'is not', null)
    .execute()
  let changed = 0
  for (const { id, recipient, content } of rows) {
    const next = content === null ? null : reseal(sealOwner(recipient), content)
    if (next === null) continue
    await db
      .updateTable('outbox')
      .set({ content: next })
      .where('id', '=', id)
      .where('content', '=', content)
      .execute()
    changed += 1
  }
  return changed
}
