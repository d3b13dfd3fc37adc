import { hasExim } from './exim.ts'
import { absenceOfFeedparser } from './feedparser.ts'
import { htmlCodeSniffer } from './html-codesniffer.ts'
import { absenceOfNu } from './nu-checker.ts'
import { absenceOfOrca } from './orca.ts'
import { absenceOfPdftotext } from './pdftotext.ts'
import { absenceOfPgBouncer } from './pgbouncer.ts'
import { absenceOfPgpool } from './pgpool.ts'
import { hasPostfix } from './postfix.ts'
import { absenceOf, proxies } from './proxies.ts'

/** Returns the servers and checkers that tests of `npm run test:all` need and this machine lacks. */
export function absentTools(): { name: string; reason: string }[] {
  const reason = 'It is unpacked from Debian’s packages, as root on Debian.'
  const mail = [
    { name: 'mail to Exim', reason: hasExim() ? null : reason },
    { name: 'mail to Postfix', reason: hasPostfix() ? null : reason },
  ]
  const noSniffer = htmlCodeSniffer() === null ? 'npm and tar don’t give html_codesniffer.' : null
  const checkers = [
    { name: 'pages by the Nu HTML checker', reason: absenceOfNu() },
    { name: 'screens by HTML_CodeSniffer', reason: noSniffer },
    { name: 'feeds by feedparser', reason: absenceOfFeedparser() },
    { name: 'screens heard by Orca', reason: absenceOfOrca() },
    { name: 'behind PgBouncer', reason: absenceOfPgBouncer() },
    { name: 'behind Pgpool-II', reason: absenceOfPgpool() },
    { name: 'pages on paper by pdftotext', reason: absenceOfPdftotext() },
  ]
  return [
    ...proxies.map((proxy) => ({ name: `behind ${proxy.name}`, reason: absenceOf(proxy) })),
    ...mail,
    ...checkers,
  ].flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }]))
}
