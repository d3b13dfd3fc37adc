import { href } from 'react-router'
import { isLanguage, languages } from '#app/i18n/languages.ts'
import { MailView } from '#app/mail/ui/mail-view.tsx'
import { TemplateFrame } from '#app/mail/ui/template-frame.tsx'
import { Callout } from '#app/ui/admin/callout.tsx'
import { Fact, FactList } from '#app/ui/admin/facts.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { Segments } from '#app/ui/admin/segments.tsx'
import type { Route } from './+types/templates'
import { mailKinds, sampleMail } from './mail-kinds.server.ts'

const path = href('/admin/settings/email/templates')
const languageNames = new Intl.DisplayNames('en', { type: 'language' })

/** Previews every kind of mail: `?kind=invitation&language=de`. */
export function loader({ url }: Route.LoaderArgs) {
  const asked = url.searchParams.get('kind') ?? ''
  const typed = url.searchParams.get('language') ?? ''
  const kind = mailKinds.some(({ id }) => id === asked) ? asked : (mailKinds[0]?.id ?? '')
  const language = isLanguage(typed) ? typed : 'en'
  const sample = sampleMail(kind, language)
  if (sample === null) throw new Error('There are no kinds of mail')
  const { html: _, ...shown } = sample
  return { kind, language, kinds: mailKinds, sample: shown }
}

export default function Templates({ loaderData }: Route.ComponentProps) {
  const { kind, language, kinds, sample } = loaderData
  const query = new URLSearchParams({ language })
  return (
    <TemplateFrame
      title="Email templates"
      back={{ href: href('/admin/settings/email'), label: 'Email settings' }}
      lead="Each kind of email as it would be sent now, with this site’s name and address."
      listLabel="Kinds of email"
      templates={kinds}
      current={kind}
      hrefOf={(id) => `${path}?${new URLSearchParams({ kind: id, language })}`}
    >
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
    </TemplateFrame>
  )
}
