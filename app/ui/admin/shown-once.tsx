import { useEffect, useId, useRef } from 'react'
import { useHold } from '#app/ui/hold.ts'
import { Callout } from './callout.tsx'
import { CopyButton } from './copy-button.tsx'

/** A secret in the only answer that has it. Takes the focus, since its form can be far below. */
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
  const textId = useId()
  useHold(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each secret is shown
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [secret])
  return (
    <Callout role="group" tone="good" ref={box} tabIndex={-1} aria-labelledby={textId}>
      <p id={textId}>{children}</p>
      <p className="my-2">
        <code id="shown-once" className="break-all" data-secret>
          {secret}
        </code>
      </p>
      <CopyButton source="shown-once" label={label} />
    </Callout>
  )
}
