const direct =
  'use the server’s direct address: at Neon the host without “-pooler”, at Supabase port 5432'

/** Refusals that waiting doesn’t mend, most of them by poolers. Cures, where the text has none. */
const lasting: readonly [said: RegExp, cure: string][] = [
  [
    /transaction blocks not allowed|statement pooling/i,
    `This pooler gives a connection for a single statement only. Set its pool_mode to transaction, or ${direct}.`,
  ],
  [
    /unsupported startup parameter|command-line options/i,
    `This pooler refuses a setting that the address in DATABASE_URL asks for, such as options=. Remove it there and set it for the role, or ${direct}.`,
  ],
  [
    /^unsupported query|invalid command .*use SHOW HELP|admin access needed/i,
    'This is the pooler’s own console. Name the site’s database in DATABASE_URL.',
  ],
  [/does not support SSL|^SSL required|TLS connection required/i, ''],
  [/^(no such (user|database)|not allowed|(password|SASL|certificate) authentication failed)/i, ''],
]

/** Returns what to do about a refusal, or nothing to add. Returns null for faults that can pass. */
export function cureOf(said: string): string | null {
  return lasting.find(([pattern]) => pattern.test(said))?.[1] ?? null
}
