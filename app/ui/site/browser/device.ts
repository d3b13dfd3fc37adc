/** Returns true on an iPhone or iPad. An iPad's Safari calls itself a Mac, but no Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  const isMac = userAgent.includes('Macintosh')
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (isMac && maxTouchPoints > 1)
}

/** Returns true in an app on iOS's home screen: a file that opens there leaves no way back. */
export function isHomeScreenApp(): boolean {
  return isIos() && 'standalone' in navigator && navigator.standalone === true
}

/** Returns true if the device's share sheet takes the file. */
export function canShare(file: File): boolean {
  return 'share' in navigator && navigator.canShare?.({ files: [file] }) === true
}
