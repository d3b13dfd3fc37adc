import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { unpackNpmPackage } from './npm-package.ts'
import { type CheckedPage, faultsOf } from './page-faults.ts'

const findJar = () => path.join(unpackNpmPackage('vnu-jar@26.9.27') ?? '', 'build/dist/vnu.jar')

/** Why the Nu HTML checker can't run on this machine; null if it can. */
export function absenceOfNu(): string | null {
  const { status } = spawnSync('java', ['-version'])
  if (status !== 0) return 'It needs Java. On Debian: apt-get install default-jre-headless'
  return existsSync(findJar()) ? null : 'npm and tar don’t give vnu-jar.'
}

type Message = { url: string; message: string; extract?: string }

/** Returns what the Nu HTML checker, the W3C’s, finds wrong in pages. */
export function nuFaults(pages: readonly CheckedPage[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-pages-'))
  for (const [at, { html }] of pages.entries()) writeFileSync(path.join(folder, `${at}.html`), html)
  const { stderr } = spawnSync(
    'java',
    ['-jar', findJar(), '--format', 'json', '--exit-zero-always', folder],
    { encoding: 'utf8', maxBuffer: 256_000_000 },
  )
  rmSync(folder, { recursive: true })
  const { messages } = JSON.parse(stderr) as { messages: Message[] }
  const said = messages.map(({ url, message, extract = '' }) => ({
    page: pages[Number(path.basename(url, '.html'))]?.name ?? url,
    fault: `${message} ${extract.replaceAll(/\s+/g, ' ')}`,
  }))
  return faultsOf('Nu', said)
}
