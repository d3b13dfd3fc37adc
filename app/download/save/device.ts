import { captionsOf, type SaveFormat } from '#app/posts/save-format.ts'

export type DeviceKind = 'ios' | 'android' | 'desktop'

/** Detects how a visitor's device saves files: iOS keeps them behind its share sheet. */
export function deviceOf(userAgent: string | null): DeviceKind {
  const text = (userAgent ?? '').slice(0, 512)
  if (/\b(iPhone|iPad|iPod)\b/.test(text)) return 'ios'
  return /\bAndroid\b/.test(text) ? 'android' : 'desktop'
}

/** iOS saves a ZIP and captions like any file; only files for Photos need its share sheet. */
export function sharesFile({ format }: { format: SaveFormat }, device: DeviceKind): boolean {
  return device === 'ios' && format !== 'zip' && captionsOf(format) === null
}
