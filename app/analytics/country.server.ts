import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { isPublicAddress } from '#app/http/ip-address.ts'
import { log } from '#app/observe/log.server.ts'

/**
 * The bundled database: one country per range of addresses. The registries' data is under CC BY
 * 4.0, so the Number Resource Organization (nro.net) is named wherever its figures are shown.
 */
const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Databases hold the country under one of two names. */
type Answer = CountryResponse & { country_code?: string }
type CountryReader = Reader<Answer>
type Database = { file: string; reader: CountryReader | null; isBundled: boolean }

let database: Database | null = null

/**
 * Returns an address's country as two capital letters, or null if the database doesn't know it.
 * `file` is an MMDB file, or '' for the bundled one. A damaged database isn't used again until the
 * next start.
 */
export function countryOf(address: string, file: string): string | null {
  // Databases also name countries for special addresses, such as those for documentation.
  if (!isPublicAddress(address)) return null
  const { reader, isBundled } = databaseOf(file)
  if (reader === null) return null
  try {
    return lookUp(reader, address)
  } catch (error) {
    log.error({ err: error, file: isBundled ? bundled : file }, 'country database dropped')
    database = { file, reader: isBundled ? null : open(''), isBundled: true }
    return countryOf(address, file)
  }
}

function lookUp(reader: CountryReader, address: string): string | null {
  const answer = reader.get(address)
  const code = answer?.country_code ?? answer?.country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}

/**
 * Returns when the database in use was made, in unix ms, or null if none can be read. `isFallback`:
 * the bundled one is used because the settings' file can't be read or is damaged.
 */
export function countryDatabaseFacts(file: string): {
  date: number | null
  isFallback: boolean
  isBundled: boolean
} {
  const { reader, isBundled } = databaseOf(file)
  const date = reader?.metadata.buildEpoch.getTime() ?? null
  const isInUse = date !== null && isBundled
  return { date, isFallback: file !== '' && isInUse, isBundled: isInUse }
}

/** Returns whether `file` can replace the bundled database. */
export function isCountryDatabase(file: string): boolean {
  try {
    const facts = statSync(file)
    return facts.isFile() && facts.size > 0 && open(file) !== null
  } catch {
    return false
  }
}

function databaseOf(file: string): Database {
  if (database?.file === file) return database
  const own = file === '' ? null : open(file)
  database = { file, reader: own ?? open(''), isBundled: own === null }
  return database
}

/** Opens a database, '' for the bundled one. Returns null if it can't be read or is damaged. */
function open(file: string): CountryReader | null {
  try {
    const from = file === '' ? createRequire(import.meta.url).resolve(bundled) : file
    const reader = new Reader<Answer>(readFileSync(from))
    // Damage only shows where it is, so many addresses are tried.
    const countries = trialAddresses.map((address) => lookUp(reader, address))
    if (countries.every((country) => country === null)) throw new Error('It names no countries')
    return reader
  } catch (error) {
    log.error({ err: error, file: file === '' ? bundled : file }, 'country database not read')
    return null
  }
}

/** The blocks of IPv6 that networks get their addresses from. */
const ipv6Blocks = ['2001', '2400', '2600', '2800', '2a00', '2c00']

/** A thousand addresses, spread evenly over those of both kinds. */
const trialAddresses = Array.from({ length: 1000 }, (_, index) => {
  const spread = (index * 0x9e3779b1) >>> 0
  if (index < 700) return [24, 16, 8, 0].map((shift) => (spread >>> shift) & 255).join('.')
  const block = ipv6Blocks[index % ipv6Blocks.length]
  return `${block}:${(spread >>> 16).toString(16)}:${(spread & 0xffff).toString(16)}::1`
})
