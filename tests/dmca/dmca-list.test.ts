// @module-tag whole
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { hourMs } from '#app/time/durations.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { reportsOf, startDmcaWorld } from './dmca-world.ts'

const world = startDmcaWorld()
const { act, file } = reportsOf(world)

describe('the list of reports', () => {
  test('is searched by title, claimant and report id, filtered and sorted', async () => {
    const links = [fakePost('video', world.serial).url]
    const one = await file(links, { workTitle: 'Ärger im Zoo', claimantName: 'Zoë Quill' })
    const two = await file(links, { workTitle: 'Alpha', claimantName: 'Bea Quill' })
    await act(two.id, 'reject', { note: 'No' })
    const listed = async (search: string) =>
      [
        ...(await world.olga.html(`/admin/dmca${search}`)).matchAll(/data-report="DMCA-0*(\d+)"/g),
      ].map(([, id]) => Number(id))
    expect(await listed('?q=ÄRGER')).toEqual([one.id])
    expect(await listed('?q=quill')).toEqual([two.id, one.id])
    expect(await listed('?q=quill&sort=title&direction=asc')).toEqual([two.id, one.id])
    expect(await listed('?q=quill&sort=reporter&direction=desc')).toEqual([one.id, two.id])
    expect(await listed('?q=quill&status=pending')).toEqual([one.id])
    expect(await listed('?q=quill&status=rejected')).toEqual([two.id])
    expect(await listed(`?q=dmca-${String(one.id).padStart(4, '0')}`)).toEqual([one.id])
  })

  test('the oldest pending report is shown with its age, and in the bell menu', async () => {
    const { id } = await file([fakePost('video', world.serial).url])
    await world.db.run(
      'update dmca_reports set submitted_at = ? where id = ?',
      Date.now() - 80 * hourMs,
      id,
    )
    const html = await world.olga.html('/admin/dmca')
    expect(html).toContain('The oldest arrived 3 days ago')
    expect(html).toMatch(/DMCA reports are pending/)
  })

  test('S37: the export has the filtered rows, with formulas made harmless', async () => {
    const { id } = await file([fakePost('video', world.serial).url], {
      workTitle: '=HYPERLINK("https://evil.example")',
      claimantName: '+Formula Fox',
      postalAddress: '-1+1\n@home',
      phone: '+49 30 1234',
    })
    const response = await world.olga.get('/admin/dmca/export.csv?q=formula+fox')
    expect(response.headers.get('content-type')).toContain('text/csv')
    const rows = parse(await response.text(), { bom: true, columns: true }) as Record<
      string,
      string
    >[]
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      report_id: `DMCA-${String(id).padStart(4, '0')}`,
      content_title: `'=HYPERLINK("https://evil.example")`,
      reporter: `'+Formula Fox`,
      phone: `'+49 30 1234`,
      status: 'pending',
    })
    expect(
      await world.db.value(`select count(*) from audit_log where action = 'dmca.exported'`),
    ).toBe(1)
  })

  test('the posts of a report keep their order after a decision, on any engine', async () => {
    // Filed in no order, and changed one by one: PostgreSQL then gives them in the order of changes.
    const posts = [5, 3, 9, 1].map((n) => fakePost('video', 700 + n))
    const { id } = await file(
      posts.map(({ url }) => url),
      { claimantName: 'Order Ott' },
    )
    const sorted = posts.map(({ postId }) => postId).sort()
    for (const postId of sorted.slice(1, 3)) {
      await world.db.run(
        'update dmca_report_posts set held = held where report_id = ? and post_id = ?',
        id,
        postId,
      )
    }
    const csv = await (await world.olga.get('/admin/dmca/export.csv?q=order+ott')).text()
    const [row] = parse(csv, { bom: true, columns: true }) as Record<string, string>[]
    expect(row?.post_ids).toBe(sorted.join(' '))
    const page = elementsOf(await world.olga.html(`/admin/dmca/${id}`))
    const listed = select(page, 'a', { 'aria-current': 'true' }).map(({ text }) => text)
    expect(listed.at(-1)).toBe(sorted[0])
  })

  test('S36: hostile texts do nothing on any page or in the downloaded report', async () => {
    const evil = '</script></title><img src=x onerror=alert(1)>\u2028\u202e'
    const { id, status } = await file([fakePost('video', world.serial).url], {
      claimantName: evil,
      company: evil,
      postalAddress: evil,
      workTitle: evil,
      workDescription: evil,
      workAddresses: `javascript:alert(1)\n${evil}`,
      remarks: evil,
      signature: evil,
    })
    await act(id, 'ask', { note: evil })
    const pages = [
      await (await fetch(world.app.origin + status)).text(),
      await world.olga.html('/admin/dmca'),
      await world.olga.html(`/admin/dmca/${id}`),
      await world.olga.html(`/admin/dmca/${id}/report.html`),
    ]
    for (const html of pages) {
      expect(html).toContain('&lt;img src=x')
      expect(html).not.toContain('<img src=x')
      expect(html).not.toMatch(/href="javascript:/)
      expect(html).not.toContain('\u202e')
      expect(select(elementsOf(html), 'img', { src: 'x' })).toEqual([])
    }
  })

  test('a decided report is downloaded as one file with all fields and the history', async () => {
    const post = fakePost('video', world.serial)
    const { id } = await file([post.url], { company: 'Sparrow & Sons' })
    await act(id, 'approve', { note: 'Thank you.' })
    const answer = await world.olga.get(`/admin/dmca/${id}/report.html`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="DMCA-\d{4}/)
    const html = await answer.text()
    for (const text of [
      'Sparrow &amp; Sons',
      post.postId,
      'penalty of perjury',
      'Takedown approved by olga@site.example',
      'Thank you.',
      '@media print',
    ]) {
      expect(html).toContain(text)
    }
  })
})
