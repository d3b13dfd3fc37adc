export type DeviceKind = 'ios' | 'android' | 'desktop'

/** Tells by the user agent how a visitor saves files: iOS keeps them behind its share sheet. */
export function deviceOf(userAgent: string | null): DeviceKind {
  const text = (userAgent ?? '').slice(0, 512)
  if (/\b(iPhone|iPad|iPod)\b/.test(text)) return 'ios'
  return /\bAndroid\b/.test(text) ? 'android' : 'desktop'
}
