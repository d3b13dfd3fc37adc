// @module-tag process
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { type Cluster, startCluster } from '#tests/support/cluster.ts'
import { lookUp, saveLinkIn } from '#tests/support/live-app.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster?.close())

test('R12, R31: a visitor’s file or an operator’s decision would go with the process that dies', async () => {
  const [killed, other] = cluster.processes
  const kept = fakePost('video', 970)
  const removed = fakePost('video', 971)

  const page = await lookUp(killed, kept.url)
  expect(page.status).toBe(200)
  const link = await saveLinkIn(killed, page.html)
  const operator = await cluster.operator(cluster)
  expect((await lookUp(other, removed.url)).status).toBe(200)
  const removal = `/admin/videos/change/remove?id=${removed.postId}`
  const decided = await operator.post(removal, { reason: 'A notice', id: removed.postId })
  expect(decided.status).toBe(302)
  expect((await lookUp(killed, removed.url)).status).toBe(451)

  await killed.stop('SIGKILL')
  // Through the balancer, so by whichever process is left.
  const saved = await fetch(cluster.origin + link)
  expect(saved.status).toBe(200)
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment;.*\.mp4/)
  expect((await saved.arrayBuffer()).byteLength).toBe(Number(saved.headers.get('content-length')))
  expect((await lookUp(other, removed.url)).status).toBe(451)
  const list = await operator.get('/admin/videos?view=list&state=removed')
  expect(list.status).toBe(200)
  expect(await list.text()).toContain(removed.postId)
})
