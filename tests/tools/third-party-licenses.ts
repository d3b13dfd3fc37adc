import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { compareNodeBinaries } from './node-binary.ts'

/**
 * `npm run licenses`: writes the list of what the app runs on, and under which licenses, and compares
 * the packed Node binary with that of nodejs.org.
 */

export const licensesFile = 'THIRD_PARTY_LICENSES.md'

/** Licenses under which a package may be handed on with the app, its text being kept. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC-BY-4.0',
])

/** Handed on under other terms, which NOTICE states. */
const copyleft = new Set(['@audio/decode-aac', '@mediabunny/mp3-encoder', 'mediabunny'])

/** Where a package's own statement is wrong, missing, or needs a reason; the longest prefix counts. */
const known: Record<string, { license: string; reason: string }> = {
  '@ip-location-db/geo-whois-asn-country-mmdb': {
    license: 'CC-BY-4.0',
    reason: 'its package says CC0-1.0, but its data are the NRO’s, as its NRO_LICENSE says',
  },
  '@audio/decode-aac': { license: 'GPL-2.0', reason: 'FAAD2; NOTICE names its source' },
  '@mediabunny/mp3-encoder': {
    license: 'MPL-2.0 and LGPL-2.0-or-later',
    reason: 'its package says MPL-2.0, but LAME is inside; NOTICE names its source',
  },
  mediabunny: { license: 'MPL-2.0', reason: 'unchanged; its source is in its package' },
}

/** Parts of these end up in the pages and the server, though they only build them. */
const builtIn = new Set(['tailwindcss', 'vite'])

type Locked = {
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
}

export type Package = {
  name: string
  version: string
  license: string
  /** Why the license differs from what the package says, or is accepted; null for the usual case. */
  reason: string | null
  /** Whether the app runs without it, and the container is built without it. */
  isOptional: boolean
  folder: string
}

/** Every package that `npm ci --omit=dev` can install, and those that are built in. */
export function runtimePackages(): Package[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([folder, { dev }]) => !dev || builtIn.has(folder.slice('node_modules/'.length)))
    .filter(([folder]) => folder !== '')
    .map(([folder, { version = '', license, optional, devOptional }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const note = known[Object.keys(known).find((prefix) => name.startsWith(prefix)) ?? '']
      return {
        name,
        version,
        license: note?.license ?? license ?? 'not stated',
        reason: note?.reason ?? null,
        isOptional: optional === true || devOptional === true,
        folder,
      }
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** Packages that may not be in an image, or whose license no one has looked at. */
export function forbiddenPackages(packages = runtimePackages()): Package[] {
  return packages.filter(({ name, license, isOptional, reason }) =>
    isOptional || copyleft.has(name)
      ? !allowed.has(license) && reason === null
      : !allowed.has(license),
  )
}

/** Texts that must be handed on, but that no package brings. */
const ownTexts = ['GPL-2.0', 'LGPL-2.0']

/** The texts that a package brings, of its licenses and notices. */
function textsOf(folder: string): string {
  const files = readdirSync(folder).filter((file) => /licen[cs]e|^notice|^copying/i.test(file))
  const texts = files.sort().map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  return texts.map((text) => text.replaceAll('\r\n', '\n')).join('\n\n')
}

export function thirdPartyLicenses(): string {
  const packages = runtimePackages()
  const inImage = packages.filter(({ isOptional }) => !isOptional)
  const byText = new Map<string, Package[]>()
  for (const one of inImage) {
    const text = textsOf(one.folder)
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  const line = ({ name, version, license, reason }: Package) =>
    `- ${name} ${version}: ${license}${reason === null ? '' : ` (${reason})`}`
  const sections = [...byText].map(([text, group]) => {
    const lines = group.map(line).join('\n')
    if (text === '') return `${lines}\n\nThese packages bring no license text of their own.`
    return `${lines}\n\n~~~text\n${text}\n~~~`
  })
  const whole = ownTexts.map((name) => {
    const text = readFileSync(path.join(import.meta.dirname, `licenses/${name}.txt`), 'utf8')
    return `### ${name}\n\n~~~text\n${text.trimEnd()}\n~~~`
  })
  const optional = packages.filter(({ isOptional }) => isOptional).map(line)
  return [
    '# Third-party licenses',
    'Made by `npm run licenses`. See NOTICE for the fonts, the country data, and the media engine.',
    '## What the app runs on, and the container image holds',
    ...sections,
    '## Licenses in full',
    'FAAD2 is under the first, LAME under the second. Their packages bring no copy.',
    ...whole,
    '## Optional packages',
    'The container is built without these. They are Node.js itself, for one platform each, and packages that only tools use.',
    optional.join('\n'),
    '',
  ].join('\n\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(licensesFile, `${thirdPartyLicenses().trimEnd()}\n`)
  for (const { same, text } of await compareNodeBinaries()) {
    process.stdout.write(`${text}\n`)
    if (same === false) process.exitCode = 1
  }
}
