import { z } from 'zod'
import { env } from '#app/env.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { addOptOut, isOptedOut } from './opt-out.server.ts'

const owner = 'outreach opt-out'
const Email = z.email().max(254)

/** The link by which an address opts out. It works for as long as its SESSION_SECRET is known. */
export function optOutLink(email: string): string {
  return `${env.APP_URL}/outreach/stop/${seal(owner, email).replace('.', '-')}`
}

/** The address that an opt-out link was made for; null for a link that isn't one. */
function addressOf(token: string): string | null {
  if (token.length > 1_000) return null
  return Email.safeParse(unseal(owner, token.replace('-', '.'))).data ?? null
}

/** What a link still does. Changes nothing. */
export async function optOutState(token: string): Promise<'open' | 'done' | 'unknown'> {
  const email = addressOf(token)
  if (email === null) return 'unknown'
  return (await isOptedOut({ site: '', contactEmail: email })) ? 'done' : 'open'
}

/** Takes the link's address off all outreach; `done` also when it was before. */
export async function optOutByLink(token: string): Promise<'done' | 'unknown'> {
  const email = addressOf(token)
  if (email === null) return 'unknown'
  if (!(await isOptedOut({ site: '', contactEmail: email }))) {
    const recipient = { id: null, label: 'recipient', requestId: null }
    await addOptOut(email, 'Opt-out link in an email', recipient)
  }
  return 'done'
}
