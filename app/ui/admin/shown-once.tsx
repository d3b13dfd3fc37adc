import { useEffect, useRef } from 'react'
import { useHold } from '#app/ui/hold.ts'
import { Callout } from './callout.tsx'
import { CopyButton } from './copy-button.tsx'

/** A secret in the only answer that has it. Scrolls into view, since its form can be far below. */
export function ShownOnce({
  secret,
  label,
  children,
}: {
  secret: string
  /** The button's, such as `Copy the token`. */
  label: string
  children: React.ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  useHold(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each secret is shown
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
  }, [secret])
  return (
    <Callout role="status" tone="good" ref={box}>
      <p>{children}</p>
      <p className="my-2">
        <code id="shown-once" className="break-all" data-secret>
          {secret}
        </code>
      </p>
      <CopyButton source="shown-once" label={label} />
    </Callout>
  )
}
