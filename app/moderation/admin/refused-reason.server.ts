/** What a page that asked for a reason shows when there was none, or too long a one. */
export function refusedReason(form: FormData): { problem: string; typed: string } {
  const typed = String(form.get('reason') ?? '').slice(0, 4000)
  return { problem: 'Say why, in at most 1,000 characters.', typed }
}
