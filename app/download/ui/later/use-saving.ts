import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAutoRetries } from '#app/download/ui/auto-retries.ts'
import type { RenewalProblem } from '#app/download/ui/later/use-fresh-post.ts'
import type { PublicPath } from '#app/i18n/public-path.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { type FollowedSave, followSave, type SaveStatus } from './follow-save.ts'
import { failureTexts } from './problem-texts.ts'
import { useWait, type Wait } from './use-countdown.ts'
import { isStale, useSaveCheck } from './use-save-check.ts'

export type WaitedFile = Wait & { saveHref: PublicPath }

type Saving = {
  file: WaitedFile
  /** True if the file goes through the share sheet instead of the browser's downloads. */
  shares: boolean
  problem: RenewalProblem | null
  renew: () => void
  onSaved: (shared: boolean) => void
}

/** Counts down for a file, checks that it is there, starts to save it and follows it. */
export function useSaving({ file, shares, problem, renew, onSaved }: Saving) {
  const { t, language, localPath } = useI18n()
  const { seconds, left } = useWait(file)
  const [renewed, setRenewed] = useState(false)
  const [shared, setShared] = useState(false)
  const { followed, status, follow } = useFollowed()
  // Without a countdown the file starts by itself.
  const [wanted, setWanted] = useState(seconds === 0 && !shares)
  const saveHref = localPath(file.saveHref)
  const { check, again } = useSaveCheck(saveHref, () => {
    if (renewed) return false
    setRenewed(true)
    renew()
    return true
  })
  const retries = useAutoRetries()
  const failure = failureTexts(status ?? (renewed ? problem : null) ?? check, t, language)
  const ready = failure === null && left === 0 && check.state === 'there'
  const link = useRef<HTMLAnchorElement>(null)
  const isOver = left === 0

  const isLate = isOver && isStale(check)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the countdown has ended
  useEffect(() => {
    if (isOver && isLate && followed === null) again()
  }, [isOver])
  useEffect(() => {
    if (ready && wanted && followed === null) link.current?.click()
  }, [ready, wanted, followed])

  const begin = () => {
    follow(null)
    setWanted(true)
    again()
  }
  return {
    state: shared ? ('shared' as const) : stateOf(failure !== null, status, ready),
    seconds,
    left,
    failure,
    /** Null before a download was started. */
    status,
    saveHref,
    link,
    /** Handles a press on the file's link, and adds the download's ticket to its address. */
    save(event: React.MouseEvent<HTMLAnchorElement>) {
      if (isStale(check)) {
        event.preventDefault()
        begin()
        return
      }
      const next = followSave(saveHref, () => onSaved(false))
      event.currentTarget.href = next.href
      follow(next)
      setWanted(false)
    },
    retry() {
      if (status !== null) begin()
      else if (renewed && problem !== null) renew()
      else {
        setRenewed(false)
        again()
      }
    },
    retries,
    /** `isShared` is false to show the ways to share again. */
    share(isShared: boolean) {
      setShared(isShared)
      if (isShared) onSaved(true)
    },
  }
}

type State = 'failed' | 'sent' | 'started' | 'ready' | 'waiting'

function stateOf(hasFailed: boolean, status: SaveStatus | null, ready: boolean): State {
  if (hasFailed) return 'failed'
  if (status !== null) return status.state === 'sent' ? 'sent' : 'started'
  return ready ? 'ready' : 'waiting'
}

const subscribeToNone = () => () => undefined

/** The dialog's download and its status. A new one ends the following of the one before. */
function useFollowed() {
  const [followed, setFollowed] = useState<FollowedSave | null>(null)
  const status = useSyncExternalStore<SaveStatus | null>(
    followed?.subscribe ?? subscribeToNone,
    () => followed?.status() ?? null,
  )
  const follow = (next: FollowedSave | null) => {
    if (next === null && status?.state !== 'sent') followed?.stop()
    setFollowed(next)
  }
  return { followed, status, follow }
}
