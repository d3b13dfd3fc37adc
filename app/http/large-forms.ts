import { pageAddress } from './page-address.ts'

/** Maximum bytes, by page, of forms that can contain a file. */
const largest: ReadonlyMap<string, number> = new Map([['/admin/backlinks/import', 11 * 1024 ** 2]])

/**
 * Returns how many bytes a page's form can have beyond what all forms can, or null for most pages.
 * Only the page's action reads such a form, as it arrives, and first checks who sends it.
 */
export function largeFormBytes(request: { url: string }): number | null {
  return largest.get(pageAddress(request).pathname) ?? null
}
