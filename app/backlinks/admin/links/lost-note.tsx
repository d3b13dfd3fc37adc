import { Form, Link } from 'react-router'
import type { Backlink } from '#app/backlinks/backlink.server.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { link } from '#app/ui/link.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import { backlinkHref } from './backlink-hrefs.ts'
import { countText } from './backlink-texts.ts'

export function LostNote({ all, first, back }: { all: number; first: Backlink[]; back: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="back" value={back} />
      <Callout tone="bad" className="[&>div]:grid [&>div]:gap-2">
        <p>
          <span className="font-semibold">{countText(all, 'backlink')} lost or broken:</span>{' '}
          {first.map(({ id, domain }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link className={link} to={backlinkHref(id)}>
                {domain}
              </Link>
            </span>
          ))}
          {all > first.length && ` and ${all - first.length} more`}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton look="quiet" intent="note">
            Got it
          </SubmitButton>
        </div>
      </Callout>
    </Form>
  )
}
