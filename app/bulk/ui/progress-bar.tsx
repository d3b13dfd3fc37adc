import type { BulkProgress } from '#app/bulk/bulk-list.ts'

export function ProgressBar({ run: { text, passed, total } }: { run: BulkProgress }) {
  return (
    <progress
      className="block h-1.5 w-full appearance-none overflow-hidden rounded-sm border-0 bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      aria-label={text}
      value={passed}
      max={total}
    />
  )
}
