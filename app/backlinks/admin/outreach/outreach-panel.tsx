import { Link } from 'react-router'
import {
  campaignHref,
  campaignsPath,
  optOutsPath,
  prospectHref,
} from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { countText, states, stateTexts } from '#app/backlinks/admin/links/backlink-texts.ts'
import type { Campaign } from '#app/backlinks/campaign.server.ts'
import type { Prospect } from '#app/backlinks/prospect.server.ts'
import { figure } from '#app/i18n/figure-text.ts'
import { Badge } from '#app/ui/admin/badge.tsx'
import { button } from '#app/ui/admin/button.ts'
import { CalendarDay } from '#app/ui/admin/date-time.tsx'
import { Records } from '#app/ui/admin/facts.tsx'
import { Columns, panel, Subtitle } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { link } from '#app/ui/link.ts'

/** Outreach below the list of backlinks: what is due, and how the campaigns stand. */
export function OutreachPanel({
  due,
  campaigns,
}: {
  due: { all: number; first: Prospect[] }
  campaigns: Campaign[]
}) {
  return (
    <section className="grid gap-3" aria-labelledby="outreach">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Subtitle id="outreach">Outreach campaigns</Subtitle>
        <div className="flex flex-wrap items-center gap-2">
          <Link className={button({ look: 'quiet' })} to={optOutsPath}>
            Opt-outs
          </Link>
          <Link className={button({ look: 'quiet' })} to={campaignsPath}>
            All campaigns
          </Link>
        </div>
      </div>
      <Columns>
        <section className={panel()} aria-labelledby="due">
          <h3 id="due" className="font-semibold">
            {due.all === 0 ? 'Due now' : `Due now (${figure(due.all)})`}
          </h3>
          <DueList {...due} />
        </section>
        <section className={panel()} aria-labelledby="campaigns">
          <h3 id="campaigns" className="font-semibold">
            Campaigns
          </h3>
          {campaigns.length === 0 ? (
            <div>
              <p className="text-muted">
                None yet. A campaign keeps a list of sites to ask for a link, and tells you when to
                write again.
              </p>
              <p className="mt-3">
                <Link className={button()} to={campaignsPath}>
                  Start a campaign
                </Link>
              </p>
            </div>
          ) : (
            <Records>
              {campaigns.map((campaign) => (
                <CampaignRecord key={campaign.id} campaign={campaign} />
              ))}
            </Records>
          )}
        </section>
      </Columns>
    </section>
  )
}

/** Prospects whose next action is today or was before. */
export function DueList({ all, first }: { all: number; first: Prospect[] }) {
  if (first.length === 0) return <p className="text-muted">Nothing is due.</p>
  const more = all - first.length
  return (
    <>
      <Records>
        {first.map(({ id, site, state, nextActionAt, campaignName }) => (
          <li key={id} className="flex items-center justify-between gap-4">
            <div>
              <Link className={`${link} font-semibold`} to={prospectHref(id)}>
                {site}
              </Link>
              <p className="mt-1 text-xs text-muted">
                {campaignName}
                {nextActionAt !== null && (
                  <>
                    , due <CalendarDay at={nextActionAt} />
                  </>
                )}
              </p>
            </div>
            <StatusBadge {...stateTexts[state]} />
          </li>
        ))}
      </Records>
      {more > 0 && <p className="text-muted">{`And ${figure(more)} more.`}</p>}
    </>
  )
}

/** A campaign in a list, with how many of its prospects stand where. */
export function CampaignRecord({ campaign }: { campaign: Campaign }) {
  const { id, name, counts, closedAt } = campaign
  const stands = states.filter((state) => counts[state] > 0)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-2">
        <Link className={`${link} font-semibold`} to={campaignHref(id)}>
          {name}
        </Link>
        {closedAt !== null && <Badge>Closed</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-muted">
        <span>{countText(counts.all, 'prospect')}</span>
        {stands.map((state) => (
          <span key={state}>{`${stateTexts[state].label} ${counts[state]}`}</span>
        ))}
      </p>
    </li>
  )
}
