import { useDocumentI18n } from '#app/i18n/use-i18n.ts'
import type { TokenState } from '#app/newsletter/newsletter.server.ts'
import { LinkPage } from '#app/ui/site/messages/link-page.tsx'

export function TokenPage({ kind, state }: { kind: 'confirm' | 'unsubscribe'; state: TokenState }) {
  const { t, localPath } = useDocumentI18n()
  const lead =
    state === 'done'
      ? { href: localPath('/blog'), text: t.header.blog }
      : { href: localPath('/newsletter'), text: t.newsletter.title }
  return <LinkPage state={state} texts={t.newsletter[kind]} lead={lead} />
}
