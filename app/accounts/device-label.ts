const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

export function browserOf(userAgent: string): string | undefined {
  return browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
}

export function systemOf(userAgent: string): string | undefined {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1]
}

/** Describes a session by its user agent: `Firefox on Linux`. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? '').slice(0, 512)
  const browser = browserOf(text)
  const system = systemOf(text)
  if (browser === undefined && system === undefined) return 'Unknown device'
  return [browser ?? 'Unknown browser', system].filter((part) => part !== undefined).join(' on ')
}
