/** Names that other programs have for the same things, in capitals and without underscores. */
const otherNames = new Map([
  ['BASEURL', 'APP_URL'],
  ['SITEURL', 'APP_URL'],
  ['PUBLICURL', 'APP_URL'],
  ['DBURL', 'DATABASE_URL'],
  ['TRUSTPROXY', 'TRUSTED_PROXIES'],
  ['TRUSTEDPROXY', 'TRUSTED_PROXIES'],
  ['ADMINPASS', 'ADMIN_PASSWORD'],
])
/** One letter away from a known name, but no slip of the hand. */
const elsewhere = new Set(['APIURL'])

const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/** Returns the known name that differs only in capitals and underscores, or null. */
export function sameName(name: string, known: readonly string[]): string | null {
  return known.find((other) => other !== name && plain(other) === plain(name)) ?? null
}

/** Returns the known name that an unknown one was probably meant to be, or null. */
export function closeName(name: string, known: readonly string[]): string | null {
  const text = plain(name)
  const same = otherNames.get(text) ?? sameName(name, known)
  if (same !== null) return same
  return elsewhere.has(text) ? null : (known.find((other) => isSlip(text, plain(other))) ?? null)
}

/** One letter more, fewer, other or exchanged. Two in a long name; short ones are words. */
function isSlip(text: string, name: string): boolean {
  if (name.length < 6 || text.length < 6) return false
  const exchanged = [...text].sort().join('') === [...name].sort().join('')
  return exchanged || distance(text, name) <= (name.length < 10 ? 1 : 2)
}

/** The number of letters to insert, remove or replace. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    let left = index + 1
    const next = [left]
    for (const [column, other] of [...to].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      left = Math.min(left + 1, (row[column + 1] ?? 0) + 1, replaced)
      next.push(left)
    }
    row = next
  }
  return row.at(-1) ?? 0
}
