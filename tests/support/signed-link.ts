import { createHmac, hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { AppServer } from './app-server.ts'

type SignedFile = {
  purpose: 'save' | 'view'
  postId: string
  format: string
  /** Seconds from now; below zero, the link has expired. */
  lastsSeconds?: number
}

/** Returns a link to a post's file, signed from the outside with the app's secret. */
export function signedLink(app: AppServer, file: SignedFile): string {
  const { purpose, postId, format, lastsSeconds = 300 } = file
  const master = readFileSync(path.join(app.dataDir, 'session-secret'), 'utf8').trim()
  const key = Buffer.from(hkdfSync('sha256', master, '', 'cleanclip download links', 32))
  const expires = String(Math.floor(Date.now() / 1000) + lastsSeconds)
  const message = [purpose, postId, format, expires].join('\n')
  const signature = createHmac('sha256', key).update(message).digest('base64url')
  const view = purpose === 'view' ? 'view&' : ''
  return `${app.origin}/save/${postId}/${format}?${view}e=${expires}&s=${signature}`
}
