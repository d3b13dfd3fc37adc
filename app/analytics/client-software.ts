import { browserOf, systemOf } from '#app/accounts/device-label.ts'

export type ClientSoftware = {
  device: 'Phone' | 'Tablet' | 'Computer' | 'TV'
  browser: string
  os: string
}

export function clientSoftware(userAgent: string): ClientSoftware {
  const text = userAgent.slice(0, 512)
  const system = systemOf(text)
  return {
    device: deviceOf(text),
    browser: browserOf(text) ?? 'Other',
    os: system === 'iPhone' || system === 'iPad' ? 'iOS' : (system ?? 'Other'),
  }
}

function deviceOf(text: string): ClientSoftware['device'] {
  if (
    /\b(SmartTV|SMART-TV|Smart-TV|Tizen.*TV|Web0S|AppleTV|GoogleTV|BRAVIA|HbbTV|AFT[A-Z])\b/.test(
      text,
    )
  ) {
    return 'TV'
  }
  if (/\biPad\b|\bTablet\b|\bKindle\b/.test(text)) return 'Tablet'
  // Android says Mobile on phones only.
  if (/\bAndroid\b/.test(text)) return /\bMobile\b/.test(text) ? 'Phone' : 'Tablet'
  return /\biPhone\b|\biPod\b|\bMobile\b/.test(text) ? 'Phone' : 'Computer'
}
