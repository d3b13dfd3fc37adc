import { totpSealOwner } from '#app/accounts/credentials/totp.server.ts'
import { sealOwner } from '#app/mail/outbox.server.ts'
import { log } from '#app/observe/log.server.ts'
import { reseal } from '#app/secrets/sealed-box.server.ts'
import { hasOlderSecrets } from '#app/secrets/secrets.server.ts'
import { settingSealOwner } from '#app/settings/settings.server.ts'
import { secretSettings } from '#app/settings/settings-schema.ts'
import { webhookSealOwner } from '#app/webhooks/endpoint.server.ts'
import { db, onDatabaseReplaced } from '#db/engine.ts'

onDatabaseReplaced(resealSecrets)

/**
 * Reseals every sealed value with the newest secret while an older one is still listed, so that the
 * older one can then be removed. Called at start and after a restore; if it fails, the older secret
 * is needed until the next start. A new kind of sealed value needs a line here.
 */
export async function resealSecrets(): Promise<void> {
  if (!hasOlderSecrets) return
  try {
    const sealed = [
      await sealedSettings(),
      await sealedTotp(),
      await sealedMails(),
      await sealedWebhooks('secret'),
      await sealedWebhooks('old_secret'),
    ].flat()
    let values = 0
    for (const { owner, text, put } of sealed) {
      const next = reseal(owner, text)
      if (next === null) continue
      await put(next)
      values += 1
    }
    log.info({ values }, 'sealed values are under the newest secret: older ones can be removed')
  } catch (error) {
    log.error(
      { err: error },
      'sealed values not brought under the newest secret: keep the older one',
    )
  }
}

/** `put` stores the resealed value, unless it has changed meanwhile. */
type SealedValue = { owner: string; text: string; put(next: string): Promise<unknown> }

async function sealedSettings(): Promise<SealedValue[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', [...secretSettings])
    .execute()
  return rows.flatMap(({ name, value }) => {
    const text: unknown = JSON.parse(value)
    if (typeof text !== 'string') return []
    const put = (next: string) =>
      db
        .updateTable('settings')
        .set({ value: JSON.stringify(next) })
        .where('name', '=', name)
        .where('value', '=', value)
        .execute()
    return { owner: settingSealOwner(name), text, put }
  })
}

async function sealedTotp(): Promise<SealedValue[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'totp_secret as text'])
    .where('totp_secret', 'is not', null)
    .$narrowType<{ text: string }>()
    .execute()
  return rows.map(({ id, text }) => {
    const put = (next: string) =>
      db
        .updateTable('users')
        .set({ totp_secret: next })
        .where('id', '=', id)
        .where('totp_secret', '=', text)
        .execute()
    return { owner: totpSealOwner(id), text, put }
  })
}

async function sealedMails(): Promise<SealedValue[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'content as text'])
    .where('content', 'is not', null)
    .$narrowType<{ text: string }>()
    .execute()
  return rows.map(({ id, recipient, text }) => {
    const put = (next: string) =>
      db
        .updateTable('outbox')
        .set({ content: next })
        .where('id', '=', id)
        .where('content', '=', text)
        .execute()
    return { owner: sealOwner(recipient), text, put }
  })
}

async function sealedWebhooks(column: 'secret' | 'old_secret'): Promise<SealedValue[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', `${column} as text`])
    .where(column, 'is not', null)
    .$narrowType<{ text: string }>()
    .execute()
  return rows.map(({ id, text }) => {
    const put = (next: string) =>
      db
        .updateTable('webhook_endpoints')
        .set({ [column]: next })
        .where('id', '=', id)
        .where(column, '=', text)
        .execute()
    return { owner: webhookSealOwner(id), text, put }
  })
}
