import { z } from 'zod'
import { sameText } from './same-text.ts'

export const longestEmail = 254

/** Reads an email address as browsers do, and as people copy it: with `mailto:` or in <>. */
export const EmailAddress = z
  .string()
  .max(2000)
  .transform(spelled)
  .pipe(z.string().max(longestEmail).regex(z.regexes.html5Email, 'Invalid email address'))

/** For a field that can be empty. */
export const MaybeEmail = z.union([EmailAddress, z.literal('')])

/** Returns an address in ASCII where its host is written in other letters. */
function spelled(text: string): string {
  const address = sameText(text)
    .replace(/^mailto:/i, '')
    .replace(/^<(.*)>$/s, '$1')
    .replace(/\.$/, '')
  const at = address.lastIndexOf('@') + 1
  const host = address.slice(at)
  if (/^[\0-\x7f]*$/.test(host)) return address
  const { hostname = host } = URL.parse(`http://${host}`) ?? {}
  return address.slice(0, at) + hostname
}
