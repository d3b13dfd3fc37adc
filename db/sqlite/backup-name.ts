/** Why a copy was made: by the daily job, by an operator, or as a safeguard. */
export const backupKinds = ['automatic', 'by-hand', 'before-upgrade', 'before-restore'] as const
export type BackupKind = (typeof backupKinds)[number]

const pattern =
  /^cleanclip-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-(by-hand|before-upgrade|before-restore))?\.db$/

/** Returns a copy's file name with its UTC time: `cleanclip-20261121-033000.db`. */
export function backupName(kind: BackupKind, at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  const ending = kind === 'automatic' ? '' : `-${kind}`
  return `cleanclip-${day}-${time}${ending}.db`
}

/** Returns a file name's kind and time if it is one of ours: no other file is ever touched. */
export function readBackupName(name: string): { kind: BackupKind; at: number } | null {
  const parts = pattern.exec(name)
  if (parts === null) return null
  const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1, 7).map(Number)
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  const kind = (parts[7] ?? 'automatic') as BackupKind
  return backupName(kind, at) === name ? { kind, at } : null
}
