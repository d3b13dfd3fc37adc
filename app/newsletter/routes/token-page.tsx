import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { TokenState } from '#app/newsletter/newsletter.server.ts'
import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'

/** Links in mails are opened by scanners too: only the button on the page does something. */
export function TokenPage({ kind, state }: { kind: 'confirm' | 'unsubscribe'; state: TokenState }) {
  const { t, localPath } = useDocumentI18n()
  const texts = t.newsletter[kind]
  if (state === 'open') {
    return (
      <MessagePage title={texts.title} text={texts.text}>
        <form method="post">
          <button type="submit" className={button()}>
            {texts.submit}
          </button>
        </form>
      </MessagePage>
    )
  }
  const done = state === 'done'
  return (
    <MessagePage
      title={done ? texts.doneTitle : texts.unknownTitle}
      text={done ? texts.done : texts.unknown}
    >
      <a className={button()} href={localPath(done ? '/blog' : '/newsletter')}>
        {done ? t.header.blog : t.newsletter.title}
      </a>
    </MessagePage>
  )
}
