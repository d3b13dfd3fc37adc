import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { startUnlimitedApp } from './process.ts'
import { median, type Row } from './table.ts'

const pages = ['/', '/fr', '/download', '/blog', '/blog/why-watermarked-copies-look-worse', '/help']
const debugPort = 9333

/** Lighthouse's mobile preset: scores, and the bytes of a page's first visit by kind. */
export async function lighthouseRows(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (executablePath === null) return [{ what: 'Lighthouse', figure: 'no browser was found' }]
  const app = await startUnlimitedApp({})
  const profile = mkdtempSync(path.join(tmpdir(), 'cleanclip-lighthouse-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...browserFlags, `--remote-debugging-port=${debugPort}`],
  })
  try {
    const rows: Row[] = []
    for (const page of pages) rows.push(...(await audit(app.origin, page)))
    return rows
  } finally {
    await browser.close()
    await app.discard()
    rmSync(profile, { recursive: true, force: true })
  }
}

const runs = 3
const timings = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  TTI: 'interactive',
} as const

async function audit(origin: string, page: string): Promise<Row[]> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await report(origin + page))
  const [{ categories, audits }] = reports as [Report, ...Report[]]
  const scores = Object.keys(categories).map((name) =>
    median(reports.map((each) => Math.round((each.categories[name]?.score ?? 0) * 100))),
  )
  const failed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  )
  const times = Object.entries(timings).map(([name, id]) => {
    const ms = median(reports.map((each) => each.audits[id]?.numericValue ?? 0))
    return `${name} ${Math.round(ms)} ms`
  })
  return [
    {
      what: `Lighthouse ${page}, median of ${runs}: performance, accessibility, best practices, SEO`,
      figure: scores.join(', '),
      ...(failed.length > 0 && { yardstick: failed.join(', ') }),
    },
    { what: `… on its phone and network`, figure: times.join(', ') },
    { what: `First visit of ${page}`, figure: bytesByKind(audits['network-requests']?.details) },
  ]
}

type Report = Awaited<ReturnType<typeof report>>

async function report(address: string) {
  const run = await lighthouse(address, {
    port: debugPort,
    logLevel: 'silent',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (run === undefined) throw new Error(`Lighthouse gave nothing for ${address}`)
  return run.lhr
}

function bytesByKind(details: unknown): string {
  const sums = new Map<string, number>()
  const items = (details as { items?: { resourceType?: string; transferSize?: number }[] })?.items
  for (const { resourceType = 'Other', transferSize = 0 } of items ?? []) {
    sums.set(resourceType, (sums.get(resourceType) ?? 0) + transferSize)
  }
  return [...sums].map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`).join(', ')
}
