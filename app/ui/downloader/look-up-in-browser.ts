import { refusalTexts } from '#app/utils/link-refusal.ts'
import { parsePostLink } from '#app/utils/post-link.ts'
import type { LookupView } from './look-up.server.ts'

/**
 * Asks the server to look a link up. What it would refuse anyway is refused here, without a round
 * trip; a server that gives no usable answer is a problem like any other, so the page stays.
 */
export async function lookUpInBrowser(
  typed: string,
  ask: () => Promise<{ lookup: LookupView }>,
): Promise<{ lookup: LookupView }> {
  const link = parsePostLink(typed)
  if (!link.ok) return problem(typed, refusalTexts(link.reason))
  try {
    return await ask()
  } catch {
    return problem(typed, { message: 'unexpected', hint: null })
  }
}

function problem(typed: string, texts: ReturnType<typeof refusalTexts>): { lookup: LookupView } {
  return { lookup: { typed, result: { ok: false, ...texts, retryAfterSeconds: null } } }
}
