import { data } from 'react-router'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { MessagePage } from '#app/ui/message-page.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  const { t, localPath } = useI18n()
  return (
    <MessagePage title={t.notFound.title} text={t.notFound.text}>
      <a className="button" href={localPath('/')}>
        {t.notFound.back}
      </a>
    </MessagePage>
  )
}
