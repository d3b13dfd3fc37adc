import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { useBatchI18n } from './use-batch-i18n.ts'

export function BatchGone() {
  const { t, localPath } = useBatchI18n()
  return (
    <MessagePage title={t.batch.goneTitle} text={t.batch.gone}>
      <a className={button()} href={localPath('/batch')}>
        {t.batch.more}
      </a>
    </MessagePage>
  )
}
