import { readTiktokPage } from '#app/download/platforms/tiktok/page.ts'
import { platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { median, type Row, row } from './table.ts'

const runs = 200

/** Reading a page of the platform: finding its data, parsing and checking it, beside parsing alone. */
export async function platformPageRows(): Promise<Row[]> {
  const platform = await startPlatform()
  const { postId } = platformPost('hd')
  const response = await fetch(`${platform.origin}/@_/video/${postId}`)
  const html = await response.text()
  await platform.close()
  const json = /id="__UNIVERSAL_DATA_FOR_REHYDRATION__">(.*?)<\/script/s.exec(html)?.[1] ?? ''
  const reading = timed(() => readTiktokPage(html, postId))
  const parsing = timed(() => JSON.parse(json))
  return [row(`page of ${Math.round(html.length / 1000)} kB`, reading, 'ms', parsing)]
}

function timed(work: () => unknown): number {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    work()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}
