/** Why a copy was made: by the daily job, by an operator, or to be safe before something. */
export const backupKinds = ['automatic', 'by-hand', 'before-upgrade', 'before-restore'] as const
export type BackupKind = (typeof backupKinds)[number]

const pattern =
  /^cleanclip-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-(by-hand|before-upgrade|before-restore))?\.db$/

/** The file name of a copy: its time in UTC, and its kind: `cleanclip-20261121-033000.db`. */
export function backupName(kind: BackupKind, at: number): string {
  const [day = '', time = ''] = new Date(at).toISOString().replaceAll(/[-:]/g, '').split(/[T.]/)
  return `cleanclip-${day}-${time}${kind === 'automatic' ? '' : `-${kind}`}.db`
}

/** What a name says, if it is one of ours: no other file of the folder is ever touched. */
export function readBackupName(name: string): { kind: BackupKind; at: number } | null {
  const parts = pattern.exec(name)
  if (parts === null) return null
  const [year = 0, month = 0, day, hour, minute, second] = parts.slice(1, 7).map(Number)
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  const kind = (parts[7] ?? 'automatic') as BackupKind
  return backupName(kind, at) === name ? { kind, at } : null
}
