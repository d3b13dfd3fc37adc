import { button } from '#app/ui/button.ts'
import { UnsentScript } from '#app/ui/site/unsent-script.tsx'
import { MessagePage } from './message-page.tsx'

type LinkPageTexts = Record<
  'title' | 'text' | 'submit' | 'doneTitle' | 'done' | 'unknownTitle' | 'unknown',
  string
>

/**
 * The page of a link in an email. Scanners open such links too, so only its button has an effect.
 * `lead` is the link to show once there is no button.
 */
export function LinkPage({
  state,
  texts,
  lead,
}: {
  state: 'open' | 'done' | 'unknown'
  texts: LinkPageTexts
  lead: { href: string; text: string }
}) {
  if (state === 'open') {
    return (
      <MessagePage title={texts.title} text={texts.text}>
        <form method="post">
          <UnsentScript />
          <button type="submit" className={button()}>
            {texts.submit}
          </button>
        </form>
      </MessagePage>
    )
  }
  const isDone = state === 'done'
  return (
    <MessagePage
      title={isDone ? texts.doneTitle : texts.unknownTitle}
      text={isDone ? texts.done : texts.unknown}
    >
      <a className={button()} href={lead.href}>
        {lead.text}
      </a>
    </MessagePage>
  )
}
