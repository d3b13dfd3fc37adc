const iosAgent = /\b(?:iPhone|iPad|iPod)\b/

/**
 * Guesses from a request if it's an iPhone or iPad, for pages without JavaScript. All else here
 * asks the browser, and may differ: an iPad's Safari calls itself a Mac.
 */
export function guessesIos(userAgent: string | null): boolean {
  return iosAgent.test((userAgent ?? '').slice(0, 512))
}

/** Returns true on an iPhone or iPad. No Mac has a touch screen. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return iosAgent.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/** Returns true in an app on iOS's home screen: a file that opens there leaves no way back. */
export function isHomeScreenApp(): boolean {
  return isIos() && 'standalone' in navigator && navigator.standalone === true
}

/** Returns true if the device's share sheet takes the file. */
export function canShare(file: File): boolean {
  return 'share' in navigator && navigator.canShare?.({ files: [file] }) === true
}

/**
 * Returns false if the browser can't show the picture of a clip. Browsers without HEVC report no
 * error, but play its sound with a black picture. H.264 plays everywhere, and no other codec is
 * offered.
 */
export function canShowVideo(codec: string | null): boolean {
  if (codec !== 'hevc') return true
  return document.createElement('video').canPlayType('video/mp4; codecs="hvc1.1.6.L93.B0"') !== ''
}
