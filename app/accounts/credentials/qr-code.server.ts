import { toString as qrToString } from 'qrcode'

/** A QR code of a text as a `data:` address, black on white so that every camera reads it. */
export async function qrCode(text: string): Promise<string> {
  const svg = await qrToString(text, { type: 'svg', margin: 4, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
