import { useEffect, useRef, useState } from 'react'

/** A box for long content: named, and a stop for the keyboard only where it scrolls. */
export function ScrollBox({
  label,
  className,
  children,
}: {
  label: string
  /** Its frame, and how large it gets. */
  className: string
  children: React.ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  // Until scripts run, it may.
  const [scrolls, setScrolls] = useState(true)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    const observer = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = current
      setScrolls(scrollWidth > clientWidth || scrollHeight > clientHeight)
    })
    for (const part of [current, ...current.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={box}
      role="group"
      aria-label={label}
      className={`overflow-auto ${className}`}
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </div>
  )
}
