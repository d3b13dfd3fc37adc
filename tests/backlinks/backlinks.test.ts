// @module-tag process
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { authorityBand } from '#app/backlinks/admin/links/authority.tsx'
import { elementsOf, rowLinks, select } from '#tests/support/html.ts'
import { addRows } from '#tests/support/rows.ts'
import { backlinksOf, fields, path, type Row, startBacklinkWorld } from './backlink-world.ts'

const world = startBacklinkWorld()
const { add, flashes, page, row, rows } = backlinksOf(world)

const names = async (query = '') => rowLinks(await page(path + query)).map(({ text }) => text)

/** Sends a form as a browser does that takes files. */
function upload(parts: Record<string, string | Blob>): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ intent: 'preview', ...parts }))
    body.append(name, value)
  return world.browser.send(`${path}/import`, { method: 'POST', body })
}

describe('the list', () => {
  test('a backlink is added, found, changed and deleted, and each step is audited', async () => {
    const id = await add()
    expect(await row('select * from backlinks')).toMatchObject({
      domain: 'blog.example',
      anchor_text: 'clean clips',
      contact_email: 'ann@blog.example',
      date_acquired: Date.parse('2026-05-03'),
    })
    const changed = { ...fields, status: 'lost', domainAuthority: '61' }
    expect((await world.browser.post(`${path}/${id}`, changed)).status).toBe(302)
    expect(await row('select status, domain_authority from backlinks')).toEqual({
      status: 'lost',
      domain_authority: 61,
    })
    const asked = await page(`${path}/delete?id=${id}`)
    expect(select(asked, 'h1')[0]?.text).toBe('Delete 1 backlink?')
    expect(await rows('select * from backlinks')).toHaveLength(1)
    await world.browser.post(`${path}/delete`, { id: String(id) })
    expect(await rows('select * from backlinks')).toEqual([])
    const log = await rows('select action from audit_log where object_id = ?', `backlink-${id}`)
    expect(log.map(({ action }) => action)).toEqual([
      'backlink.created',
      'backlink.changed',
      'backlink.deleted',
    ])
  })

  test('saving keeps what a check or another operator changed in the meantime', async () => {
    const id = await add({ status: 'pending', anchorText: '', notes: 'Two\nlines' })
    const opened = select(await page(`${path}/${id}`), 'input', { type: 'hidden' })
    const shown = opened
      .filter(({ attributes }) => attributes.name?.endsWith('.shown'))
      .map(({ attributes }) => [attributes.name, attributes.value])
    await world.db.run("update backlinks set status = 'active', anchor_text = 'clips'")
    const form = { ...fields, ...Object.fromEntries(shown), status: 'pending', anchorText: '' }
    const url = `${path}/${id}`
    const refused = await world.browser.post(url, { ...form, domainAuthority: '999' })
    expect(refused.status).toBe(400)
    await world.browser.post(url, { ...form, notes: 'Two\r\nlines', domainAuthority: '61' })
    expect(await row('select status, anchor_text, notes, domain_authority from backlinks')).toEqual(
      {
        status: 'active',
        anchor_text: 'clips',
        notes: 'Two\nlines',
        domain_authority: 61,
      },
    )
  })

  test('a page is in the list once, however its URL is spelled', async () => {
    await add()
    const url = 'http://www.blog.example/best-tools/#top'
    const answer = await world.browser.post(`${path}/new`, { ...fields, url })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This page is already in the list.')
  })

  test('invalid values are refused beside their fields', async () => {
    for (const [name, value] of [
      ['url', 'blog.example'],
      ['url', 'javascript:alert(1)'],
      ['url', 'https://user:secret@blog.example/'],
      ['domain', 'other.example'],
      ['domainAuthority', '101'],
      ['domainAuthority', '-1'],
      ['domainAuthority', ''],
      ['dateAcquired', '2026-02-31'],
      ['contactEmail', 'nobody'],
      ['anchorText', 'x'.repeat(301)],
    ] as const) {
      const answer = await world.browser.post(`${path}/new`, { ...fields, [name]: value })
      expect([name, value, answer.status]).toEqual([name, value, 400])
      const invalid = elementsOf(await answer.text()).filter(
        ({ attributes }) => attributes['aria-invalid'] === 'true',
      )
      expect(invalid.map(({ attributes }) => attributes.name)).toEqual([name])
    }
    expect(await rows('select * from backlinks')).toEqual([])
  })

  test('the cards show what there is', async () => {
    for (const [n, status, domainAuthority] of [
      [1, 'active', '90'],
      [2, 'pending', '50'],
      [3, 'lost', '20'],
      [4, 'broken', '41'],
    ] as const) {
      await add({ url: `https://s${n}.example/`, status, domainAuthority })
    }
    const elements = await page(path)
    const figures = elements.flatMap(({ tag, text }, index) =>
      tag === 'dt' ? [[text, elements.slice(index).find((next) => next.tag === 'dd')?.text]] : [],
    )
    expect(figures).toEqual([
      ['Total backlinks', '4'],
      ['Active', '1'],
      ['Lost and broken', '2'],
      ['Average authority', '50.3'],
    ])
  })

  test('search and status filter work as specified, in the chosen order', async () => {
    await add({ url: 'https://alpha.example/', anchorText: 'Straße', domainAuthority: '10' })
    await add({ url: 'https://beta.example/', anchorText: 'ALPHABET', domainAuthority: '80' })
    await add({ url: 'https://gamma.example/', status: 'broken', domainAuthority: '40' })
    expect(await names('?q=ALPHA&sort=domain&direction=asc')).toEqual([
      'alpha.example',
      'beta.example',
    ])
    expect(await names('?q=STRASSE')).toEqual(['alpha.example'])
    expect(await names('?q=friendly')).toEqual([])
    expect(await names('?status=broken')).toEqual(['gamma.example'])
    expect(await names('?status=pending')).toEqual([])
    expect(await names('?sort=authority&direction=desc')).toEqual([
      'beta.example',
      'gamma.example',
      'alpha.example',
    ])
  })

  test('every page of a long list is reached, each row once', async () => {
    const statuses = ['active', 'pending', 'lost', 'broken'] as const
    const links = Array.from({ length: 60 }, (_, n) => {
      return { domain: `d${n}.example`, status: statuses[n % 4] }
    })
    await addRows(world.db, 'backlinks', links)
    const seen: string[] = []
    for (let at = `${path}?sort=authority&direction=desc`; ; ) {
      const elements = await page(at)
      seen.push(...rowLinks(elements).map(({ text }) => text))
      const [next] = select(elements, 'a', { rel: 'next' })
      if (next === undefined) break
      at = next.attributes.href ?? ''
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })

  test.each([
    [100, 'green'],
    [80, 'green'],
    [79, 'yellow'],
    [60, 'yellow'],
    [59, 'orange'],
    [40, 'orange'],
    [39, 'red'],
    [0, 'red'],
  ] as const)('authority %i is %s, and said in words', async (authority, color) => {
    expect(authorityBand(authority).color).toBe(color)
    await add({ domainAuthority: String(authority) })
    const marks = (await page(path)).filter(({ attributes }) => 'data-band' in attributes)
    expect(marks).toMatchObject([
      {
        attributes: { 'data-band': color },
        text: `${authority} ${authorityBand(authority).label}`,
      },
    ])
  })
})

describe('import and export', () => {
  const exported = async (query = '') => {
    const answer = await world.browser.get(`${path}/export.csv${query}`)
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="backlinks-/)
    return answer.text()
  }
  const data = () =>
    rows(`select domain, url, anchor_text, status, domain_authority, date_acquired, contact_email,
          notes from backlinks order by url`)

  test('an exported file can be imported again unchanged', async () => {
    await add({ notes: '=SUM(A1)', anchorText: '@us, "quoted"' })
    await add({
      url: 'https://two.example/?a=1&b=2',
      notes: 'two\nlines; and more',
      status: 'lost',
    })
    await add({ url: 'https://sub.three.example/', domain: 'three.example', dateAcquired: '' })
    const before = await data()
    const csv = await exported()
    await world.db.run('delete from backlinks')
    const preview = await (await upload({ csv })).text()
    expect(preview).toContain('Import 3 lines')
    expect(await rows('select * from backlinks')).toEqual([])
    expect((await upload({ csv, intent: 'import' })).status).toBe(302)
    expect(await flashes()).toEqual(['3 backlinks imported.'])
    expect(await data()).toEqual(before)
  })

  test('S37: no cell of an export is a formula, and it follows the filters', async () => {
    await add({ notes: '=HYPERLINK("https://evil.example")', anchorText: '+1' })
    await add({ url: 'https://other.example/', status: 'broken' })
    const csv = parse(await exported('?status=active'), { bom: true, columns: true }) as Row[]
    expect(csv).toHaveLength(1)
    expect(csv[0]).toMatchObject({ anchor_text: "'+1" })
    expect(String(csv[0]?.notes)).toMatch(/^'=/)
  })

  test('the preview shows what is wrong with each line, and stores nothing', async () => {
    await add({ url: 'https://known.example/' })
    const csv = [
      'URL;Domain Authority;Status;Colour',
      'https://new.example/;50;active;red',
      'nonsense;50;;',
      'https://three.example/;500;gone;',
      'https://known.example;10;lost;',
      'http://www.new.example;1;;',
      '',
      'https://last.example/;;;',
    ].join('\n')
    const file = new Blob([csv], { type: 'text/csv' })
    const elements = elementsOf(await (await upload({ file, csv: '' })).text())
    const lines = select(elements, 'tr').slice(1)
    expect(lines.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/^Line 2 ?Will be added/),
      expect.stringMatching(/^Line 3 ?Can’t be added.*url: Enter the page’s full URL/),
      expect.stringMatching(
        /^Line 4 ?Can’t.*status: Use one of.*domain_authority: Enter a whole number/,
      ),
      expect.stringMatching(/^Line 5 ?Already in the list/),
      expect.stringMatching(/^Line 6 ?Can’t.*The same page as in line 2/),
      expect.stringMatching(/^Line 8 ?Can’t.*domain_authority/),
    ])
    expect(await rows('select * from backlinks')).toHaveLength(1)
    const again = elementsOf(await (await upload({ csv, intent: 'edit' })).text())
    expect(select(again, 'textarea', { name: 'csv' })[0]?.text).toContain('three.example')
    await upload({ csv, intent: 'import' })
    expect(await names('?sort=domain&direction=asc')).toEqual(['known.example', 'new.example'])
    expect(
      await row(
        "select after from audit_log where action = 'backlinks.imported' order by seq desc",
      ),
    ).toEqual({ after: '{"added":1,"known":0}' })
  })

  test('lines are numbered as in an editor, whatever their line endings', async () => {
    const csv = [
      'url,domain_authority,notes',
      'https://new.example/,5,"two',
      'lines"',
      'nonsense,5,',
    ].join('\r\n')
    const lines = select(elementsOf(await (await upload({ csv })).text()), 'tr').slice(1)
    expect(lines.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/^Line 2 ?Will be added/),
      expect.stringMatching(/^Line 4 ?Can’t be added/),
    ])
  })

  test.each([
    [
      'Ahrefs',
      'Referring page title,Referring page URL,Domain rating,Anchor,Nofollow,First seen\nX,https://a.example/x,71.0,Clips,FALSE,2026-02-03 04:05:06',
    ],
    [
      'Semrush',
      'Page ascore,Source title,Source url,Target url,Anchor,First seen\n71,X,https://a.example/x,https://us.example/,Clips,2026-02-03',
    ],
    ['Search Console', 'Linking page,Last crawled\nhttps://a.example/x,2026-02-03'],
  ])('an export of %s is taken as it is', async (tool, csv) => {
    expect((await upload({ csv, intent: 'import' })).status).toBe(302)
    expect(await data()).toMatchObject([
      tool === 'Search Console'
        ? { url: 'https://a.example/x', domain_authority: 0 }
        : {
            url: 'https://a.example/x',
            domain_authority: 71,
            anchor_text: 'Clips',
            date_acquired: Date.parse('2026-02-03'),
          },
    ])
  })

  test.each([
    [
      'Excel’s line for the separator',
      'sep=;\nurl;domain_authority;notes\nhttps://a.example/x;85,0;a,b',
    ],
    [
      'the same with a mark and quotes',
      '\ufeff"sep=;"\r\nurl;domain_authority\r\nhttps://a.example/x;85.0',
    ],
    ['a comma named by it', 'sep=,\nurl,domain_authority\nhttps://a.example/x,85%'],
    ['a blank first line', '\n\nurl;domain_authority\nhttps://a.example/x;85'],
    ['semicolons in a heading', 'url,"a;b;c;d",domain_authority\nhttps://a.example/x,y,85'],
    ['bars', 'url|domain_authority\nhttps://a.example/x|８５'],
  ])('%s doesn’t hide the columns', async (_what, csv) => {
    expect((await upload({ csv, intent: 'import' })).status).toBe(302)
    expect(await data()).toMatchObject([{ url: 'https://a.example/x', domain_authority: 85 }])
  })

  test('Excel’s line for the separator counts as a line', async () => {
    const csv = 'sep=;\nurl;domain_authority\nnonsense;5'
    const [, line] = select(elementsOf(await (await upload({ csv })).text()), 'tr')
    expect(line?.text).toMatch(/^Line 3 ?Can’t be added/)
  })

  test('a form over 64 KB is taken from a page with JavaScript too', async () => {
    const csv = `url,domain_authority,other\nhttps://a.example/x,5,${'x'.repeat(200_000)}`
    const body = new FormData()
    body.set('intent', 'preview')
    body.set('csv', '')
    body.set('file', new Blob([csv]), 'links.csv')
    const answer = await world.browser.send(`${path}/import.data`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('https://a.example/x')
  })

  test('S45: a file of megabytes is previewed, then imported without being sent again', async () => {
    const notes = 'n'.repeat(1_900)
    const lines = Array.from(
      { length: 2_700 },
      (_, n) => `https://site-${n}.example/,${n % 101},${notes}`,
    )
    const csv = ['url,domain_authority,notes', ...lines, 'nonsense,5,'].join('\n')
    const preview = await (await upload({ file: new Blob([csv]), csv: '' })).text()
    expect(preview).toContain('Import 2,700 good lines, leave out the rest')
    expect(preview).toMatch(/2,501 more lines not shown/)
    expect(preview.length).toBeLessThan(csv.length / 10)
    expect((await upload({ kept: 'yes', intent: 'import' })).status).toBe(302)
    expect(await row('select count(*) as n from backlinks')).toEqual({ n: 2_700 })
    expect(await rows('select * from backlink_imports')).toEqual([])
  })

  test('S45: no one but an operator can send a file of megabytes', async () => {
    const answer = await fetch(`${world.app.origin}${path}/import`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: `--x\r\n\r\n${'x'.repeat(2 * 1024 ** 2)}\r\n--x--`,
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('/admin/login'),
    ])
  })

  test('no letter is lost on its way from a spreadsheet', async () => {
    const csv = 'url\tdomain_authority\tanchor_text\r\nhttps://cafe.example/\t5\tCafé\r\n'
    const preview = async (bytes: Buffer) => {
      const answer = await upload({ file: new Blob([new Uint8Array(bytes)]), csv: '' })
      expect([200, 400]).toContain(answer.status)
      return answer.text()
    }
    const wide = await preview(Buffer.from(`\ufeff${csv}`, 'utf16le'))
    expect(wide).toContain('Will be added')
    expect(wide).toContain('Café')
    expect(await preview(Buffer.from(csv, 'latin1'))).toContain('CSV UTF-8')
  })

  test.each([
    ['', 'Choose a file, or paste its content.'],
    ['domain,notes\na,b', 'linking page’s address'],
    ['url,domain_authority\n"https://a.example,5', 'This isn’t CSV'],
    [`url,domain_authority\n${'x'.repeat(10 * 1024 ** 2)}`, 'over 10 MB'],
  ])('what cannot be read is shown (%#)', async (csv, problem) => {
    const answer = await upload({ csv })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(new RegExp(problem))
  })
})
