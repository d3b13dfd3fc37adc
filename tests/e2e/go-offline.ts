import type { BrowserContext } from '@playwright/test'

/** Newer Chromiums forget it with each page that they open, and are told only of a change. */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.setOffline(true)
}
