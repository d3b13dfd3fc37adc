import type { TagKind } from '#app/http/third-party-tags.ts'
import { useDocumentI18n } from '#app/i18n/use-i18n.ts'

export function TagList({ kinds }: { kinds: TagKind[] }) {
  const { t } = useDocumentI18n()
  return (
    <ul className="list-disc ps-5">
      {kinds.map((kind) => (
        <li key={kind}>{t.consentPage.tools[kind]}</li>
      ))}
    </ul>
  )
}
