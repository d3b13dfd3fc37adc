import { hasExim } from './exim.ts'
import { hasPostfix } from './postfix.ts'
import { absenceOf, proxies } from './proxies.ts'

/** Returns the real servers that tests of `npm run test:all` need and this machine lacks. */
export function absentServers(): { name: string; reason: string }[] {
  const reason = 'It is unpacked from Debian’s packages, as root on Debian.'
  const mail = [
    { name: 'mail to Exim', reason: hasExim() ? null : reason },
    { name: 'mail to Postfix', reason: hasPostfix() ? null : reason },
  ]
  return [
    ...proxies.map((proxy) => ({ name: `behind ${proxy.name}`, reason: absenceOf(proxy) })),
    ...mail,
  ].flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]))
}
