import { Subtitle } from '#app/ui/admin/panel.tsx'

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
        <pre
          className="max-h-160 overflow-auto rounded-lg border border-line bg-surface p-4 text-xs whitespace-pre-wrap wrap-anywhere"
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard
          tabIndex={0}
        >
          {text}
        </pre>
      </section>
    </div>
  )
}
