/** That the database in use is damaged: known to the whole process, from wherever it was noticed. */
export type DatabaseDamage = {
  /** When it was noticed, unix milliseconds. */
  at: number
  /** What SQLite said. */
  text: string
}

let damage: DatabaseDamage | null = null
const listeners = new Set<(damage: DatabaseDamage) => void>()

/** Returns null as long as no damage was noticed. */
export function databaseDamage(): DatabaseDamage | null {
  return damage
}

/** Remembers the first damage that is noticed, until the database is replaced or found whole. */
export function noteDamage(text: string): void {
  if (damage !== null) return
  damage = { at: Date.now(), text }
  for (const listener of listeners) listener(damage)
}

export function clearDamage(): void {
  damage = null
}

/** Calls `listener` whenever damage is noticed in a database that counted as whole before. */
export function onDamage(listener: (damage: DatabaseDamage) => void): void {
  listeners.add(listener)
}
