import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import { startUnlimitedApp } from './process.ts'
import type { Row } from './table.ts'

const pages = ['/', '/blog', '/blog/why-watermarked-copies-look-worse', '/help']
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

async function audit(origin: string, page: string): Promise<Row[]> {
  const run = await lighthouse(origin + page, {
    port: debugPort,
    logLevel: 'silent',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (run === undefined) throw new Error(`Lighthouse gave nothing for ${page}`)
  const { categories, audits } = run.lhr
  const scores = Object.values(categories).map(({ score }) => Math.round((score ?? 0) * 100))
  const failed = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  )
  return [
    {
      what: `Lighthouse ${page}: performance, accessibility, best practices, SEO`,
      figure: scores.join(', '),
      ...(failed.length > 0 && { yardstick: failed.join(', ') }),
    },
    { what: `First visit of ${page}`, figure: bytesByKind(audits['network-requests']?.details) },
  ]
}

function bytesByKind(details: unknown): string {
  const sums = new Map<string, number>()
  const items = (details as { items?: { resourceType?: string; transferSize?: number }[] })?.items
  for (const { resourceType = 'Other', transferSize = 0 } of items ?? []) {
    sums.set(resourceType, (sums.get(resourceType) ?? 0) + transferSize)
  }
  return [...sums].map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)} kB`).join(', ')
}
