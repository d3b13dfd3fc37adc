// Takes pictures of every screen of the app in the current folder (a built worktree).
//   node /work/shots/shots.ts OUT [--only REGEX] [--widths 360,768,1440] [--schemes light,dark]
//   node /work/shots/shots.ts --compare BEFORE AFTER      lists screens by how much they differ, writes AFTER/diff-*.png
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { PNG } from 'pngjs'
import pixelmatch from 'pixelmatch'

const { values, positionals } = parseArgs({ allowPositionals: true, options: {
  compare: { type: 'boolean' }, only: { type: 'string' }, widths: { type: 'string', default: '360,768,1440' }, schemes: { type: 'string', default: 'light,dark' } } })
if (values.compare) compare(positionals[0]!, positionals[1]!)
else await shoot(positionals[0]!)

function compare(before: string, after: string) {
  const rows: [number, string][] = []
  for (const file of readdirSync(after).filter((n) => n.endsWith('.png') && !n.startsWith('diff-'))) {
    if (!existsSync(path.join(before, file))) { rows.push([9, file + ' (new)']); continue }
    const a = PNG.sync.read(readFileSync(path.join(before, file))), b = PNG.sync.read(readFileSync(path.join(after, file)))
    const w = Math.min(a.width, b.width), h = Math.min(a.height, b.height)
    const crop = (p: PNG) => { const out = new PNG({ width: w, height: h }); PNG.bitblt(p, out, 0, 0, w, h, 0, 0); return out }
    const diff = new PNG({ width: w, height: h })
    const n = pixelmatch(crop(a).data, crop(b).data, diff.data, w, h, { threshold: 0.1 })
    const size = a.height !== b.height ? ` height ${a.height} -> ${b.height}` : ''
    if (n > 0 || size) { rows.push([n / (w * h), file + size]); writeFileSync(path.join(after, 'diff-' + file), PNG.sync.write(diff)) }
  }
  for (const [r, f] of rows.sort((x, y) => y[0] - x[0])) console.log((r * 100).toFixed(3) + ' %', f)
}

async function shoot(out: string) {
  mkdirSync(out, { recursive: true })
  const require = createRequire(path.join(process.cwd(), 'package.json'))
  const { chromium } = require('@playwright/test')
  const seed = '/work/shots/data'
  const node = path.resolve('node_modules/.bin/node')
  if (!existsSync(seed)) {
    spawnSync(node, ['app/cli/seed.ts'], { env: { ...process.env, DATA_DIR: seed }, stdio: 'inherit' })
  }
  const data = mkdtempSync('/tmp/shots-data-')
  cpSync(seed, data, { recursive: true })
  rmSync(path.join(data, 'cleanclip.db.lock'), { force: true })
  const port = await new Promise<number>((r) => { const s = createServer().listen(0, () => { const { port } = s.address() as { port: number }; s.close(() => r(port)) }) })
  const origin = `http://localhost:${port}`
  const app = spawn(node, ['app/server/start.ts'], { env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, EXTRACTION_SOURCES: 'demo', ADMIN_EMAIL: 'op@site.example', ADMIN_PASSWORD: 'Correct-horse-9-battery' }, stdio: ['ignore', 'pipe', 'inherit'] })
  app.stdout.resume()
  for (let n = 0; n < 300; n++) { try { if ((await fetch(origin + '/health')).ok) break } catch {} await new Promise((r) => setTimeout(r, 200)) }
  const SQLite = require('better-sqlite3')
  const db = new SQLite(path.join(data, 'cleanclip.db'), { readonly: true })
  const one = (sql: string) => { try { return Object.values(db.prepare(sql).get() ?? {})[0] as string } catch { return undefined } }
  const ids = { user: one("select id from users where email <> 'op@site.example' order by id"), post: one('select post_id from posts order by post_id'), report: one("select id from dmca_reports order by id"), backlink: one('select seq from backlinks order by seq'), campaign: one('select id from outreach_campaigns order by id'), prospect: one('select id from outreach_prospects order by id'), message: one('select id from contact_messages order by id') }
  db.close()
  const post = '7123456789012345678'
  const pages: Record<string, string> = {
    home: '/', fr: '/fr', 'home-result': `/?post=${post}`, 'home-problem': '/?url=nonsense', download: '/download', pc: '/tiktok-downloader-pc', batch: '/batch', help: '/help', blog: '/blog', article: '/blog/why-watermarked-copies-look-worse', privacy: '/privacy', terms: '/terms', dmca: '/dmca', 'dmca-notice': '/dmca/notice', contact: '/contact', resources: '/resources', statistics: '/statistics', outreach: '/backlink-builder', press: '/press-kit', newsletter: '/newsletter', consent: '/consent', share: '/share?url=https://www.tiktok.com/@demo/video/' + post, 'not-found': '/no-such-page', offline: '/offline', 'prepare-formats': `/prepare/${post}`,
    'a-login': '/admin/login?out', 'a-dashboard': '/admin', 'a-users': '/admin/users', 'a-users-none': '/admin/users?q=zzzzzz', 'a-user-new': '/admin/users/new', 'a-user': `/admin/users/${ids.user}`, 'a-videos': '/admin/videos', 'a-videos-list': '/admin/videos?view=list', 'a-authors': '/admin/videos/authors', 'a-post': `/admin/videos/${ids.post}`, 'a-dmca': '/admin/dmca', 'a-report': `/admin/dmca/${ids.report}`, 'a-inbox': '/admin/inbox', 'a-message': `/admin/inbox/${ids.message}`, 'a-analytics': '/admin/analytics', 'a-backlinks': '/admin/backlinks', 'a-backlink-new': '/admin/backlinks/new', 'a-backlink-import': '/admin/backlinks/import', 'a-backlink': `/admin/backlinks/${ids.backlink}`, 'a-campaigns': '/admin/backlinks/campaigns', 'a-campaign': `/admin/backlinks/campaigns/${ids.campaign}`, 'a-prospect': `/admin/backlinks/prospects/${ids.prospect}`, 'a-optouts': '/admin/backlinks/opt-outs', 'a-audit': '/admin/audit', 'a-system': '/admin/system', 'a-notifications': '/admin/notifications', 'a-s-general': '/admin/settings', 'a-s-api': '/admin/settings/api', 'a-s-notifications': '/admin/settings/notifications', 'a-s-security': '/admin/settings/security', 'a-s-database': '/admin/settings/database', 'a-s-email': '/admin/settings/email', 'a-s-performance': '/admin/settings/performance', 'a-s-account': '/admin/settings/account', 'a-not-found': '/admin/nothing' }
  const only = values.only ? new RegExp(values.only) : /./
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] })
  try {
    const first = await browser.newContext()
    const login = await first.newPage()
    await login.goto(origin + '/admin/login')
    await login.getByLabel('Email').first().fill('op@site.example')
    await login.locator('input[type=password]').first().fill('Correct-horse-9-battery')
    await login.locator('form button[type=submit]').last().click()
    await login.waitForURL(/\/admin$/)
    const storageState = await first.storageState()
    // One look-up, so that the result page has a post.
    await login.goto(`${origin}/?url=https://www.tiktok.com/@demo/video/${post}`)
    await first.close()
    for (const width of values.widths.split(',').map(Number)) for (const colorScheme of values.schemes.split(',')) {
      const options = { viewport: { width, height: width < 700 ? 740 : 900 }, colorScheme, reducedMotion: 'reduce', ...(width < 700 && { isMobile: true, hasTouch: true }) }
      const context = await browser.newContext({ ...options, storageState })
      const anonymous = await browser.newContext(options)
      for (const [name, address] of Object.entries(pages)) {
        if (!only.test(name) || address.includes('undefined')) { if (address.includes('undefined')) console.log('no id for', name); continue }
        const page = await (name.startsWith('a-') && name !== 'a-login' ? context : anonymous).newPage()
        try {
          await page.goto(origin + address, { waitUntil: 'load' })
          await page.evaluate(() => document.fonts.ready)
          await page.waitForLoadState('networkidle', { timeout: 500 }).catch(() => {})
          await page.screenshot({ path: path.join(out, `${name}-${width}-${colorScheme}.png`), animations: 'disabled', fullPage: true })
        } catch (e) { console.log(name, String(e).slice(0, 200)) }
        await page.close()
      }
      await context.close(); await anonymous.close()
    }
  } finally { await browser.close(); app.kill('SIGTERM') }
  await new Promise((r) => app.on('exit', r))
  rmSync(data, { recursive: true, force: true })
}
