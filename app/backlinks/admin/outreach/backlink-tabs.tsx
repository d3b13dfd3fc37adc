import { backlinksPath, campaignsPath } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { Segments } from '#app/ui/admin/segments.tsx'

/** `due` is the number of prospects waiting for an email today. */
export function BacklinkTabs({ current, due }: { current: 'links' | 'outreach'; due: number }) {
  return (
    <Segments
      label="Backlinks"
      current={current}
      options={[
        { value: 'links', label: 'Links', to: backlinksPath },
        {
          value: 'outreach',
          label: due === 0 ? 'Outreach' : `Outreach (${figure(due)} due)`,
          to: campaignsPath,
        },
      ]}
    />
  )
}
