import { href } from 'react-router'
import type { ContactMessage } from '#app/contact/contact.server.ts'
import type { ContactTopic } from '#app/contact/message.ts'
import type { Tone } from '#app/ui/admin/status-badge.tsx'
import type { ContactStatus } from '#db/schema.ts'

export const inboxPath = href('/admin/inbox')

export const statusTexts: Record<ContactStatus, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
}

export const topicTexts: Record<ContactTopic, string> = {
  download: 'Problem with a download',
  ownPost: 'The sender’s own post',
  privacy: 'Privacy',
  security: 'Security',
  press: 'Press and links',
  general: 'Something else',
}

export function senderOf({ name, email }: Pick<ContactMessage, 'name' | 'email'>): string {
  return name || email || 'Anonymous'
}

export function excerptOf(message: string): string {
  // Cut by code points, so that no emoji is split in half.
  const line = [...message.replace(/\s+/g, ' ')]
  return line.length <= 120 ? line.join('') : `${line.slice(0, 120).join('').trimEnd()}…`
}

export function messagesText(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`
}
