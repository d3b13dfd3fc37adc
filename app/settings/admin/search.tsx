import { FoundSettings, foundText } from '#app/settings/ui/found-settings.tsx'
import { searchSettings } from '#app/settings/ui/setting-search.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import type { Route } from './+types/search'

export function loader({ url }: Route.LoaderArgs) {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 100)
  return { query, found: searchSettings(query) }
}

export default function SettingsSearchPage({ loaderData: { query, found } }: Route.ComponentProps) {
  return (
    <SettingsPage tab="search" query={query}>
      <Panel titleId="found-title" title={foundText(query, found)}>
        {found.length > 0 ? (
          <FoundSettings found={found} />
        ) : (
          <p className="text-muted">Try another word, such as “timeout”, “mail” or “backup”.</p>
        )}
      </Panel>
    </SettingsPage>
  )
}
