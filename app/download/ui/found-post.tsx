import { type ComponentProps, lazy, memo, Suspense, useState } from 'react'

async function load() {
  const { HeroClip, ResultCard, loadLateTexts } = await import('./later/found-post.ts')
  // The card's sections would suspend for them, and React drops what the server has drawn of those.
  if (!import.meta.env.SSR) await loadLateTexts(document.body.lang)
  return { HeroClip, ResultCard }
}
type Parts = Awaited<ReturnType<typeof load>>

let loaded: Parts | null = null

/** Loads what a found post needs. Rejects offline. */
export async function loadFoundPost(): Promise<void> {
  loaded = await load()
}

/** Without its code, the page stays as the server sent it. */
const loadForSentPage = () => load().catch(() => new Promise<never>(() => {}))
const LateCard = lazy(async () => ({ default: (await loadForSentPage()).ResultCard }))
const LateClip = lazy(async () => ({ default: (await loadForSentPage()).HeroClip }))

// React delays the content of `lazy`, so it is only used where the server has drawn it already. And
// it drops what the server has drawn if that changes before its code is there: see `memo`.

export const FoundCard = memo(function FoundCard(props: ComponentProps<Parts['ResultCard']>) {
  const [Card] = useState(() => loaded?.ResultCard ?? LateCard)
  return (
    <Suspense>
      <Card {...props} />
    </Suspense>
  )
})

export const FoundClip = memo(function FoundClip(props: ComponentProps<Parts['HeroClip']>) {
  const [Clip] = useState(() => loaded?.HeroClip ?? LateClip)
  return (
    <Suspense>
      <Clip {...props} />
    </Suspense>
  )
})
