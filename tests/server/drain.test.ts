// @module-tag process
import http from 'node:http'
import { expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'

test('R12: a restart lets running downloads finish, takes no new work, and exits cleanly', async () => {
  const app = await startLiveApp({ LOG_LEVEL: 'warn' })
  try {
    const { html } = await lookUp(app, posts.big.url)
    const href = await saveLinkIn(app, html)
    const download = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(app.origin + href, resolve).on('error', reject)
    })
    download.once('readable', () => {})
    const stopped = app.stop('SIGTERM')

    await expect.poll(() => status(`${app.origin}/health`)).toBe(503)
    expect(await status(`${app.origin}/`)).toBe(503)

    let bytes = 0
    for await (const chunk of download) bytes += chunk.length
    expect(bytes).toBe(Number(download.headers['content-length']))
    expect(await stopped).toBe(0)
  } finally {
    await app.close()
  }
})

async function status(address: string): Promise<number> {
  return (await fetch(address)).status
}
