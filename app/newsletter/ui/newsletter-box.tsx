import { useLocation } from 'react-router'
import { fill, plural } from '#app/i18n/catalogue.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import { button } from '#app/ui/button.ts'
import { field, label } from '#app/ui/field.ts'
import { link } from '#app/ui/link.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'

/** `typed` and `stamp` are returned to the form. */
type Refused = { typed: string; stamp: string } & (
  | { kind: 'problem'; problem: 'empty' | 'invalid' | 'tooFast' | 'stale' }
  | { kind: 'tooMany'; minutes: number }
)

export type NewsletterAnswer = { kind: 'mailed'; email: string } | { kind: 'off' } | Refused

/**
 * The newsletter's form and its result, for any public page. It is sent to its own page. While the
 * site can't send email, `formStamp` is null and the feed is offered instead.
 */
export function NewsletterBox({
  formStamp,
  answer = null,
}: {
  formStamp: string | null
  answer?: NewsletterAnswer | null
}) {
  return (
    <section
      id="newsletter"
      className="notch relative grid grid-cols-1 print:hidden gap-x-16 gap-y-6 rounded-card p-6 [--cut:2.5rem] [--fill:var(--sunken)] after:corner after:absolute after:top-0 after:right-0 after:size-9 after:rounded-tr-lg lg:grid-cols-2 lg:items-center lg:p-12"
      aria-labelledby="newsletter-title"
    >
      {answer?.kind === 'mailed' ? (
        <Outcome email={answer.email} />
      ) : formStamp === null || answer?.kind === 'off' ? (
        <FeedOffer isRefusal={answer !== null} />
      ) : (
        <SignUp refused={answer} formStamp={formStamp} />
      )}
    </section>
  )
}

function Outcome({ email }: { email: string }) {
  const { t } = useDocumentI18n()
  return (
    <div className="col-span-full">
      <h2 id="newsletter-title" className="display text-2xl">
        {t.newsletter.sentTitle}
      </h2>
      <p className="mt-3 max-w-2xl wrap-anywhere">{fill(t.newsletter.sent, { address: email })}</p>
    </div>
  )
}

/** Offered while no email is sent. */
function FeedOffer({ isRefusal }: { isRefusal: boolean }) {
  const { t } = useDocumentI18n()
  return (
    <>
      <div>
        {isRefusal && (
          <p role="alert" className="mb-3 font-semibold text-bad">
            {t.newsletter.off}
          </p>
        )}
        <h2 id="newsletter-title" className="display text-2xl">
          {t.newsletter.feedHeading}
        </h2>
        <p className="mt-3">{t.newsletter.feedLead}</p>
      </div>
      <p>
        <a className={button()} href="/blog/feed.xml">
          {t.newsletter.feedLink}
        </a>
      </p>
    </>
  )
}

function SignUp({ refused, formStamp }: { refused: Refused | null; formStamp: string }) {
  const { t, language, localPath } = useDocumentI18n()
  const { pathname } = useLocation()
  const problem =
    refused?.kind === 'tooMany'
      ? plural(t.newsletter.tooMany, refused.minutes, language)
      : refused && t.newsletter[refused.problem]
  const wrongAddress =
    refused?.kind === 'problem' && (refused.problem === 'empty' || refused.problem === 'invalid')
  return (
    <>
      <div>
        <h2 id="newsletter-title" className="display text-2xl">
          {t.newsletter.heading}
        </h2>
        <p className="mt-3">
          {`${t.newsletter.lead} `}
          <a className={link} href={`${localPath('/privacy')}#newsletter`}>
            {t.newsletter.privacy}
          </a>
        </p>
      </div>
      <form method="post" action={localPath('/newsletter')} noValidate>
        <input type="hidden" name="stamp" value={refused?.stamp ?? formStamp} />
        <UnsentScript />
        <input type="hidden" name="source" value={pathname} />
        {/* Bots fill in every field; people can't see this one. */}
        <input type="hidden" name="subject" value="" />
        <label className={label} htmlFor="newsletter-email">
          {t.newsletter.label}
        </label>
        <div className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <input
            id="newsletter-email"
            className={field()}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            placeholder={t.newsletter.placeholder}
            defaultValue={refused?.typed ?? ''}
            aria-describedby="newsletter-problem"
            aria-invalid={wrongAddress || undefined}
            // biome-ignore lint/a11y/noAutofocus: a refused form goes on where it was left
            autoFocus={refused !== null}
          />
          <button type="submit" className={button()}>
            {t.newsletter.submit}
          </button>
        </div>
        <p id="newsletter-problem" role="alert" className="mt-2 min-h-6 font-semibold text-bad">
          {problem}
        </p>
      </form>
    </>
  )
}
