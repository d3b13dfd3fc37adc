import type { BrowserContext } from '@playwright/test'

/**
 * Some Chromiums forget it with each page that they open, and are told only of a change. Not for the
 * offline page, which loads the requested one as soon as it hears of the network.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await context.setOffline(true)
}
