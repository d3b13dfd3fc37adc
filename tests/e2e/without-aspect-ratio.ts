import type { Page } from '@playwright/test'

/** Takes from style sheets what browsers before 2021 don't read. */
export async function withoutAspectRatio(page: Page): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/(?<=[;{])aspect-ratio:[^;}]*;?/g, '')
    await route.fulfill({ response, body })
  })
}
