/** What the parent sends with each job, checked and cut to size by the parent. */
export type ChildJob = { title: string; artist: string; maxSeconds: number }
export type ChildFailure = {
  reason: 'no_sound' | 'not_media' | 'too_long' | 'crashed'
  detail: string
}
