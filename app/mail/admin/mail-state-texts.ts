import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { MailState } from '#db/schema.ts'

export const mailStateTexts: Record<MailState, { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'quiet' },
  sending: { label: 'Being sent', tone: 'quiet' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}
