import type { InsertObject } from 'kysely'
import { db } from '../engine.ts'
import type { Database } from '../schema.ts'
import type { Random } from './random.ts'

const names = [
  'Ana',
  'Ben',
  'Clara',
  'Diego',
  'Emma',
  'Farid',
  'Grace',
  'Hugo',
  'Kemi',
  'Lena',
  'Mateo',
  'Nora',
  'Rosa',
  'Yara',
]
const families = [
  'Abreu',
  'Brandt',
  'Castro',
  'Dubois',
  'Haddad',
  'Ito',
  'Kowalski',
  'Lopez',
  'Novak',
  'Rossi',
]
const sites = [
  'clip',
  'reel',
  'frame',
  'garden',
  'kitchen',
  'studio',
  'notes',
  'daily',
  'paper',
  'harbor',
]
export const tags = ['', ' #diy', ' #easyfood', ' #calm', ' #fyp', ' #cats', ' #音楽']

/** Posts' subjects, in the order of the pictures in `covers`. */
export const subjects = [
  'Lemon pasta with three ingredients',
  'A paper lamp from old letters',
  'A tiny balcony garden',
  'The slowest turtle in town',
  'An old bike and new paint',
  'Pancakes without eggs',
  'The cat who opens doors',
  'Trail running in the fog',
  'Sourdough in a cold kitchen',
  'Night photos with a phone',
  'A song on one string',
  'Sunrise from the roof',
]

/** Returns a person with an address that can never exist. */
export function madeUpPerson(random: Random, n: number): { name: string; email: string } {
  const name = `${random.pick(names)} ${random.pick(families)}`
  return { name, email: `${name.toLowerCase().replace(' ', '.')}${n}@mail.demo.example` }
}

export const madeUpHost = (random: Random, n: number) =>
  `${random.pick(sites)}-${random.pick(sites)}-${n}.example`

/** Returns a creator. The platform allows no dash in a handle, so it can't be a real one. */
export function madeUpCreator(n: number): { handle: string; name: string } {
  const name = names[n % names.length] ?? ''
  return { handle: `${name.toLowerCase()}.${sites[(n * 7) % sites.length]}-${n}`, name }
}

export async function insertAll<Table extends keyof Database>(
  table: Table,
  rows: InsertObject<Database, Table>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 200) {
    const some = rows.slice(at, at + 200)
    await db.insertInto(table).values(some).execute()
  }
}
