import { searchSettings } from '#app/settings/ui/setting-search.server.ts'
import type { Route } from './+types/search-data'

/** The settings that hold the words of `?q=`, as JSON, for the search box while one types. */
export function loader({ url }: Route.LoaderArgs) {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  return { query, found: searchSettings(query) }
}
