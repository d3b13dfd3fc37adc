import { useMatches } from 'react-router'
import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

const longest = 100

/** Returns the shown clip's title, for the tab and history, or null. */
export function useResultTitle(): string | null {
  const { t } = useI18n()
  const lookup = useMatches()
    .map(lookupOf)
    .find((found) => found?.result.ok)
  if (lookup?.result.ok !== true) return null
  return lookup.result.post.title.slice(0, longest) || t.result.untitled
}

function lookupOf({ loaderData }: { loaderData: unknown }): LookupView | null {
  if (typeof loaderData !== 'object' || loaderData === null || !('lookup' in loaderData))
    return null
  // Only pages with the downloader load something of that name.
  return loaderData.lookup as LookupView | null
}
