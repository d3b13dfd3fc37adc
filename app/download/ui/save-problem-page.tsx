import type { SaveRefusal } from '#app/download/save/save-refusal.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { isKey } from '#app/posts/key-form.ts'
import { button } from '#app/ui/button.ts'
import { MessagePage } from '#app/ui/site/messages/message-page.tsx'
import { refusalTexts } from './later/problem-texts.ts'

export function SaveProblemPage({ problem, postId }: { problem: SaveRefusal; postId: string }) {
  const { t, language, localPath } = useI18n()
  // The id is from the address, so it is offered again only if it is valid.
  const again = isKey(postId) && problem.name !== 'removed'
  return (
    <MessagePage {...refusalTexts(problem, t, language)}>
      <a className={button()} href={again ? `${localPath('/')}?url=${postId}` : localPath('/')}>
        {again ? t.saveProblem.lookUpAgain : t.notFound.back}
      </a>
    </MessagePage>
  )
}
