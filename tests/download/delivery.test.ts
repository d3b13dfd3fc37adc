// @module-tag module
import '#tests/support/own-data-dir.ts'

import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'

process.env.EXTRACTION_SOURCES = 'demo'
const { deliverCover, deliverFile, readSaveLink } = await import(
  '#app/download/save/delivery.server.ts'
)
const { cutSaves, runningStreamCounts } = await import('#app/posts/running-saves.server.ts')
const { signLink } = await import('#app/secrets/signed-link.server.ts')

const postId = '7234567890123456789'

async function deliver(
  format: string,
  { head = false, range = '', signal = new AbortController().signal } = {},
) {
  const link = readSaveLink(postId, format, new URLSearchParams(signLink('save', postId, format)))
  if (!link.ok) throw new Error('The link is refused')
  const counted = {
    address: '192.0.2.1',
    method: head ? 'HEAD' : 'GET',
    headers: new Headers(range === '' ? {} : { range }),
    url: new URL(`https://site.example/save/${postId}/${format}`),
    operator: false,
    proxyCountry: null,
  }
  return deliverFile(link.file, { counted, userId: null, head, report: null, signal })
}

test('a file that is sent holds its slot to the end', async () => {
  const result = await deliver('mp4')
  if (!result.ok || result.delivery.body === null) throw new Error('There is no file')
  expect(runningStreamCounts()).toMatchObject({ save: 1, picture: 0 })
  const bytes = await buffer(result.delivery.body)
  expect(bytes.length).toBe(Number(result.delivery.headers['content-length']))
  await result.ended(true, bytes.length, false)
  expect(runningStreamCounts()).toMatchObject({ save: 0, picture: 0 })
})

test('a file that is cut off ends, and its slot is free again', async () => {
  const result = await deliver('hd')
  if (!result.ok || result.delivery.body === null) throw new Error('There is no file')
  cutSaves(postId)
  await expect(buffer(result.delivery.body)).rejects.toThrow()
  await result.ended(false, 0, false)
  expect(runningStreamCounts().save).toBe(0)
})

test('a request without a body to send leaves its slot free', async () => {
  expect(await deliver('mp4', { head: true })).toMatchObject({ ok: true, delivery: { body: null } })
  expect(await deliver('zip')).toMatchObject({ ok: false, problem: { kind: 'no_such_file' } })
  expect(await deliver('mp4', { range: 'bytes=999999999-' })).toMatchObject({
    ok: false,
    problem: { kind: 'range_not_satisfiable' },
  })
  await expect(deliver('mp4', { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(runningStreamCounts().save).toBe(0)
})

test('a cover holds a slot for pictures, and none once its visitor has left', async () => {
  const cover = await deliverCover(postId, 'cover', '192.0.2.1', new AbortController().signal)
  if (cover === null || !cover.ok) throw new Error('There is no cover')
  expect(runningStreamCounts()).toMatchObject({ save: 0, picture: 1 })
  cover.delivery.body?.destroy()
  cover.ended()
  await expect(deliverCover(postId, 'cover', '192.0.2.1', AbortSignal.abort())).rejects.toThrow(
    'aborted',
  )
  expect(runningStreamCounts().picture).toBe(0)
})

const minute = 60_000

/** Asks for an opened file by a link's query. Returns the status, or what is wrong with the link. */
async function play(query: string, headers: Record<string, string>, address = '192.0.2.7') {
  const link = readSaveLink(postId, 'mp4', new URLSearchParams(`view&${query}`))
  if (!link.ok) return link.problem.check
  const url = new URL(`https://site.example/save/${postId}/mp4`)
  const counted = { address, method: 'GET', headers: new Headers(headers), url }
  const result = await deliverFile(link.file, {
    counted: { ...counted, operator: false, proxyCountry: null },
    ...{ userId: null, head: false, report: null, signal: new AbortController().signal },
  })
  if (!result.ok) return 'check' in result.problem ? result.problem.check : result.problem.kind
  result.delivery.body?.destroy()
  await result.ended(false, 0, true)
  return result.delivery.status
}

test('a player that was paused goes on with its file for six hours, and begins no other', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const [opened, unopened] = ['mp4', 'mp4'].map((format, number) =>
    signLink('view', postId, format, Date.now() - number * 1000),
  )
  if (opened === undefined || unopened === undefined) throw new Error('There are no links')
  const later = { range: 'bytes=1000-' }
  expect(await play(opened, { 'sec-fetch-dest': 'document' })).toBe(200)
  expect(await play(unopened, later)).toBe(206)

  vi.advanceTimersByTime(30 * minute)
  expect(await play(opened, later)).toBe(206)
  expect(await play(opened, { range: 'bytes=1000-1999' })).toBe(206)
  const refused: Record<string, string>[] = [
    {},
    { range: 'bytes=0-' },
    { range: 'bytes=0-1' },
    { range: 'bytes=x-' },
    { ...later, 'if-range': 'W/"1"' },
    { ...later, 'if-range': '"another"' },
  ]
  for (const headers of refused) {
    expect([headers, await play(opened, headers)]).toEqual([headers, 'expired'])
  }
  expect(await play(opened, later, '198.51.100.7')).toBe('expired')
  expect(await play(unopened, later)).toBe('expired')
  // Nor does an expired link open a file.
  const asPage = { ...later, 'if-range': '"another"', 'sec-fetch-dest': 'document' }
  expect(await play(unopened, asPage)).toBe('expired')
  expect(await play(unopened, later)).toBe('expired')

  vi.advanceTimersByTime(330 * minute)
  expect(await play(opened, later)).toBe(206)
  vi.advanceTimersByTime(11 * minute)
  expect(await play(opened, later)).toBe('expired')
})
