import { Fragment } from 'react'

export const formatRow =
  'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-lg border border-line px-4 py-1.5 hover:border-text @md:min-h-12'

/** Breaks lines between a file's details only, so that a figure stays with its unit. */
export function Details({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' · '}
      <span className="inline-block">{part}</span>
    </Fragment>
  ))
}
