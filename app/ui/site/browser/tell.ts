import { noteAttempt } from './results-in-tab.ts'

/** Sends a counted event to the server, which only accepts forms. */
export function tell(fields: Record<string, string>): void {
  navigator.sendBeacon?.('/beacon', new URLSearchParams(fields))
}

/** Reports a requested download, also to third-party tags if the visitor has `agreed`. */
export function tellAttempt(format: string, agreed: boolean): void {
  tell({ kind: 'attempt', format })
  if (agreed) noteAttempt(format)
}
