/** Tells the server something that is counted. As a form, since it takes nothing else. */
export function tell(fields: Record<string, string>): void {
  if ('sendBeacon' in navigator) navigator.sendBeacon('/beacon', new URLSearchParams(fields))
}
