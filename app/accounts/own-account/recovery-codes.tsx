import { Download } from 'lucide-react'
import { useId } from 'react'
import { Form, href } from 'react-router'
import { useSite } from '#app/i18n/site-context.ts'
import { button } from '#app/ui/admin/button.ts'
import { CopyButton } from '#app/ui/admin/copy-button.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { choice } from '#app/ui/field.ts'
import { useHold } from '#app/ui/hold.ts'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/**
 * Shows new recovery codes. They are shown once, so the page asks whether they're kept. Those of an
 * `offer` work from then on, and the old ones until then.
 */
export function RecoveryCodes({ codes, offer }: { codes: string[]; offer: string | null }) {
  const { siteName } = useSite()
  const listId = useId()
  useHold(true)
  const text = [`Recovery codes for ${siteName}. Each works once.`, '', ...codes, ''].join('\r\n')
  return (
    <Panel titleId="recovery-title" title="Save your recovery codes">
      <p>
        Each code signs you in once when you don’t have your authenticator app. They won’t be shown
        again, so keep them somewhere safe, such as a password manager.
        {offer !== null && ' Your old codes work until you continue.'}
      </p>
      <ul
        id={listId}
        className="grid gap-1 rounded-lg bg-sunken p-4 font-mono sm:grid-cols-2"
        data-recovery-codes
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton source={listId} text={codes.join('\n')} label="Copy" />
        <a
          className={button({ look: 'quiet' })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          <Download aria-hidden="true" size={18} />
          Download
        </a>
      </div>
      <Form
        method={offer === null ? 'get' : 'post'}
        action={href('/admin/settings/account')}
        className="grid gap-3"
        data-keeps
        data-unguarded
      >
        {offer !== null && (
          <>
            <input type="hidden" name="intent" value="keep-recovery-codes" />
            <input type="hidden" name="offer" value={offer} />
          </>
        )}
        <label className={choice}>
          <input id="codes-saved" type="checkbox" required />
          <span className="font-semibold">I’ve saved these codes</span>
        </label>
        <div>
          <SubmitButton>Continue</SubmitButton>
        </div>
      </Form>
    </Panel>
  )
}
