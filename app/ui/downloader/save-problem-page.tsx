import { plural } from '#app/i18n/catalogue.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProblemAnswer } from '#app/models/save-problem.server.ts'
import { MessagePage } from '../message-page.tsx'

const texts = {
  expired: ['expiredTitle', 'expired'],
  invalid: ['invalidTitle', 'invalid'],
  removed: ['removedTitle', null],
  noSuchFile: ['noSuchFileTitle', 'noSuchFile'],
  noSound: ['noSoundTitle', 'noSound'],
  busy: ['busyTitle', 'busy'],
  unavailable: ['unavailableTitle', 'unavailable'],
  tooLarge: ['tooLargeTitle', 'tooLarge'],
} as const

/** Why there is no file, and the way back to it. */
export function SaveProblemPage({
  problem,
  postId,
}: {
  problem: ProblemAnswer['problem']
  postId: string
}) {
  const { t, language, localPath } = useI18n()
  const [title, text] = texts[problem.name]
  const seconds = problem.retryAfterSeconds ?? 15
  // The id comes from the address, so it is offered again only where it is one.
  const again = /^\d{6,20}$/.test(postId) && problem.name !== 'removed'
  return (
    <MessagePage
      title={t.saveProblem[title]}
      text={text === null ? t.hints.removed : plural(t.saveProblem[text], seconds, language)}
    >
      <a className="button" href={again ? `${localPath('/')}?url=${postId}` : localPath('/')}>
        {again ? t.saveProblem.lookUpAgain : t.notFound.back}
      </a>
    </MessagePage>
  )
}
