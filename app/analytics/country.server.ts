import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { isPublicAddress } from '#app/http/ip-address.ts'
import { log } from '#app/observe/log.server.ts'

/**
 * The bundled database: one country for each range of addresses. It is the registries' data, under
 * CC BY 4.0, so the Number Resource Organization (nro.net) is named wherever its figures are shown.
 */
const bundled = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

/** Databases in use name the country in one of two ways. */
type Answer = CountryResponse & { country_code?: string }
type Database = { file: string; reader: Reader<Answer> | null; isBundled: boolean }

let database: Database | null = null

/**
 * The country of an address as two capital letters; null when the database does not know it. `file`
 * is an MMDB file to be used in the place of the bundled one, '' for that.
 */
export function countryOf(address: string, file: string): string | null {
  // Databases name countries for addresses of documentation and the like, too.
  if (!isPublicAddress(address)) return null
  const answer = readerOf(file)?.get(address) ?? null
  const code = answer?.country_code ?? answer?.country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}

/**
 * Returns when the database in use was made, in unix ms, or null if none can be read. `isFallback`
 * says that the bundled one is used because the file in the settings can't be read.
 */
export function countryDatabaseFacts(file: string): {
  date: number | null
  isFallback: boolean
  isBundled: boolean
} {
  const date = readerOf(file)?.metadata.buildEpoch.getTime() ?? null
  const isBundled = date !== null && database?.isBundled === true
  return { date, isFallback: file !== '' && isBundled, isBundled }
}

/** Whether `file` can replace the bundled database. */
export function isCountryDatabase(file: string): boolean {
  try {
    const facts = statSync(file)
    return facts.isFile() && facts.size > 0 && open(file) !== null
  } catch {
    return false
  }
}

function readerOf(file: string): Reader<Answer> | null {
  if (database?.file === file) return database.reader
  const own = file === '' ? null : open(file)
  database = { file, reader: own ?? open(''), isBundled: own === null }
  return database.reader
}

function open(file: string): Reader<Answer> | null {
  try {
    const from = file === '' ? createRequire(import.meta.url).resolve(bundled) : file
    return new Reader<Answer>(readFileSync(from))
  } catch (error) {
    log.error({ err: error, file: file === '' ? bundled : file }, 'country database not read')
    return null
  }
}
