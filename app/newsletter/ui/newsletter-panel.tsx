import { Download } from 'lucide-react'
import { href } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { button } from '#app/ui/admin/button.ts'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import type { SubscriberStatus } from '#db/schema.ts'

const texts: Record<SubscriberStatus, string> = {
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed yet',
  unsubscribed: 'Unsubscribed',
}

const file = href('/admin/settings/email/subscribers.csv')
export function MailNewsletter({ counts }: { counts: Record<SubscriberStatus, number> }) {
  return (
    <Panel
      id="newsletter"
      titleId="newsletter-title"
      title="Newsletter"
      lead="Only write to people who have confirmed their address."
    >
      <FactList>
        {(Object.keys(texts) as SubscriberStatus[]).map((status) => (
          <Fact key={status} name={texts[status]}>
            {figure(counts[status])}
          </Fact>
        ))}
      </FactList>
      <div className="flex flex-wrap items-center gap-2">
        <a className={button({ look: 'quiet' })} href={`${file}?status=confirmed`} download>
          <Download aria-hidden="true" size={17} />
          Export confirmed
        </a>
        <a className={button({ look: 'quiet' })} href={file} download>
          <Download aria-hidden="true" size={17} />
          Export all
        </a>
      </div>
    </Panel>
  )
}
