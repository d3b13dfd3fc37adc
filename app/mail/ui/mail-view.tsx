import { Subtitle } from '#app/ui/admin/panel.tsx'
import { ScrollBox } from '#app/ui/admin/scroll-box.tsx'

export function MailView({
  subject,
  address,
  text,
}: {
  subject: string
  /** Null for a text-only mail. */
  address: string | null
  text: string
}) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      {address !== null && (
        <section className="grid content-start gap-2" aria-labelledby="mail-html">
          <Subtitle id="mail-html">HTML</Subtitle>
          <iframe
            key={address}
            className="h-160 w-full rounded-lg border border-line bg-surface"
            src={address}
            sandbox=""
            title={`HTML of “${subject}”`}
          />
        </section>
      )}
      <section className="grid content-start gap-2" aria-labelledby="mail-text">
        <Subtitle id="mail-text">Plain text</Subtitle>
        <ScrollBox
          label="Plain text"
          className="max-h-160 rounded-lg border border-line bg-surface"
        >
          <pre className="p-4 text-xs whitespace-pre-wrap wrap-anywhere" dir="auto">
            {text}
          </pre>
        </ScrollBox>
      </section>
    </div>
  )
}
