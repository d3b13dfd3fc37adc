import { Link } from 'react-router'
import { campaignsPath, templateHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { listTemplates } from '#app/backlinks/outreach-texts.server.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/templates'

export async function loader() {
  const templates = await listTemplates()
  return { templates: templates.map(({ text: _, ...template }) => template) }
}

export default function OutreachTemplates({ loaderData: { templates } }: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead
        title="Outreach templates"
        lead="Starting points for emails to prospects. Put them into your own words."
        back={{ href: campaignsPath, label: 'Campaigns' }}
      />
      <div className={panel()}>
        <Records>
          {templates.map(({ id, name, subject, isChanged }) => (
            <li key={id}>
              <p className="flex flex-wrap items-center gap-2">
                <Link className={`${link} font-semibold`} to={templateHref(id)}>
                  {name}
                </Link>
                {isChanged && <Badge>Changed</Badge>}
              </p>
              <p className="mt-1 text-xs text-muted" dir="auto">
                {subject}
              </p>
            </li>
          ))}
        </Records>
      </div>
    </div>
  )
}
