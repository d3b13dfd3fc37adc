import { CopyButton } from '#app/ui/admin/copy-button.tsx'
import { fieldBox, fieldLabel } from '#app/ui/admin/forms/field-looks.ts'
import { panel } from '#app/ui/admin/panel.tsx'
import { useHold } from '#app/ui/hold.ts'

const texts = {
  invite: 'Anyone who opens it within 7 days can set this account’s password.',
  reset: 'Anyone who opens it within an hour can set a new password for this account.',
}

/** Shows a link that opens an account; no other answer contains it. */
export function LinkPanel({
  link,
  kind,
  mailedTo,
}: {
  link: string
  kind: keyof typeof texts
  mailedTo: string | null
}) {
  useHold(true)
  return (
    <section className={panel()} aria-label="Link">
      <p>
        {mailedTo === null ? 'Send them this link. ' : `It was emailed to ${mailedTo}. `}
        {texts[kind]} It works once and isn’t shown again.
      </p>
      <label className={fieldLabel} htmlFor="account-link">
        Link
      </label>
      <input
        id="account-link"
        className={fieldBox({ className: 'font-mono' })}
        readOnly
        value={link}
      />
      <div className="flex flex-wrap items-center gap-2">
        <CopyButton source="account-link" label="Copy the link" />
      </div>
    </section>
  )
}
