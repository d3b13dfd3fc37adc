// @module-tag process
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'

test('R12: a restart lets slow readers have all of a running download, takes no new work, and exits cleanly', async () => {
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
    const readAtEnd = stopped.then(() => bytes)
    for await (const chunk of download) {
      bytes += chunk.length
      // The system takes some megabytes before this reader does.
      await wait(10)
    }
    expect(bytes).toBe(Number(download.headers['content-length']))
    // A container's network, with all that wasn't read, ends with the process.
    expect(await readAtEnd).toBe(bytes)
    expect(await stopped).toBe(0)
  } finally {
    await app.close()
  }
})

async function status(address: string): Promise<number> {
  return (await fetch(address)).status
}
