import { UnsavedGuard } from '#app/ui/admin/frame/unsaved-guard.tsx'
import { useLive } from '#app/ui/admin/live/use-live.ts'
import { useListKeys } from './palette/list-keys.ts'

/** What a screen needs only once it is used: loaded after it. `live` names the changes it has seen. */
export function LateParts({ live }: { live: string }) {
  useLive(live)
  useListKeys()
  return <UnsavedGuard />
}
