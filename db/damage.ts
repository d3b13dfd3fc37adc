/** Damage to the current database, known to the whole process. */
export type DatabaseDamage = {
  /** When it was noticed, unix milliseconds. */
  at: number
  /** SQLite's error text. */
  text: string
}

let damage: DatabaseDamage | null = null
const listeners = new Set<(damage: DatabaseDamage) => void>()

/** Returns null while no damage has been noticed. */
export function databaseDamage(): DatabaseDamage | null {
  return damage
}

/** Stores the first damage noticed, until the database is replaced or found intact. */
export function noteDamage(text: string): void {
  if (damage !== null) return
  damage = { at: Date.now(), text }
  for (const listener of listeners) listener(damage)
}

export function clearDamage(): void {
  damage = null
}

/** Calls `listener` whenever damage is noticed in a database thought to be intact. */
export function onDamage(listener: (damage: DatabaseDamage) => void): void {
  listeners.add(listener)
}
