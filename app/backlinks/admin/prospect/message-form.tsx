import { prospectHref } from '#app/backlinks/admin/links/backlink-hrefs.ts'
import { button } from '#app/ui/admin/button.ts'
import { StayForm, useStayForm } from '#app/ui/admin/forms/stay-form.tsx'

export function MessageForm({
  prospectId,
  message,
  intent,
  label,
  pending,
  look = 'quiet',
}: {
  prospectId: number
  message: number
  intent: 'cancel' | 'retry'
  label: string
  pending: string
  look?: 'primary' | 'quiet'
}) {
  const name = `message ${message}`
  const { formData } = useStayForm(name)
  const busy = formData?.get('intent') === intent
  return (
    <StayForm name={name} action={prospectHref(prospectId)}>
      <input type="hidden" name="message" value={message} />
      <button
        type="submit"
        name="intent"
        value={intent}
        className={button({ look })}
        aria-busy={busy}
      >
        {busy ? pending : label}
      </button>
    </StayForm>
  )
}
