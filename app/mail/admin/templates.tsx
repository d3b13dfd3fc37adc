import { href, Link } from 'react-router'
import { isLanguage, languages } from '#app/i18n/languages.ts'
import { MailView } from '#app/mail/ui/mail-view.tsx'
import { Callout } from '#app/ui/admin/callout.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { Segments } from '#app/ui/admin/segments.tsx'
import type { Route } from './+types/templates'
import { emailPath } from './mail-form.server.ts'
import { mailKinds, sampleMail } from './mail-kinds.server.ts'

const path = href('/admin/settings/email/templates')
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Every kind of mail as it would be sent: `?kind=invitation&language=de`. */
export function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('kind') ?? ''
  const typed = url.searchParams.get('language') ?? ''
  const kind = mailKinds.some(({ id }) => id === asked) ? asked : (mailKinds[0]?.id ?? '')
  const language = isLanguage(typed) ? typed : 'en'
  const sample = sampleMail(kind, language)
  if (sample === null) throw new Error('There are no kinds of mail')
  const { html: _, ...shown } = sample
  return { kind, language, kinds: mailKinds, sample: shown, back: emailPath }
}

export default function Templates({ loaderData }: Route.ComponentProps) {
  const { kind, language, kinds, sample, back } = loaderData
  const query = new URLSearchParams({ language })
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHead
        title="Email templates"
        back={{ href: back, label: 'Email settings' }}
        lead="Each kind of email as it would be sent now, with this site’s name and address."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
        <nav className={panel()} aria-label="Kinds of email">
          <ul className="-mx-2 grid gap-0.5 max-lg:grid-cols-2">
            {kinds.map(({ id, name }) => (
              <li key={id}>
                <Link
                  className="flex min-h-9 items-center rounded-sm px-2 hover:bg-sunken aria-[current]:bg-sunken aria-[current]:font-semibold pointer-coarse:min-h-11"
                  to={`${path}?${new URLSearchParams({ kind: id, language })}`}
                  aria-current={id === kind ? 'page' : undefined}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-1 gap-5">
          <Callout>This is an example. Its names, addresses and links are made up.</Callout>
          <div className={panel()}>
            <FactList>
              <Fact name="Subject" isWide>
                {sample.subject}
              </Fact>
              <Fact name="Sent when" isWide>
                {sample.when}
              </Fact>
            </FactList>
            {sample.isTranslated && (
              <Segments
                label="Language"
                current={language}
                options={languages.map((code) => ({
                  value: code,
                  label: languageNames.of(code) ?? code,
                  to: `${path}?${new URLSearchParams({ kind, language: code })}`,
                }))}
              />
            )}
          </div>
          <MailView
            subject={sample.subject}
            text={sample.text}
            address={`${href('/admin/settings/email/templates/:kind/body.html', { kind })}?${query}`}
          />
        </div>
      </div>
    </div>
  )
}
