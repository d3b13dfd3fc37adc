import { leaveMessage } from '#app/contact/contact.server.ts'
import type { ContactValues } from '#app/contact/message.ts'
import { hourMs } from '#app/time/durations.ts'
import { db } from '../engine.ts'
import type { SeedPlan } from './plan.ts'

const messages: (ContactValues & { language: 'en' | 'de' | 'es'; hoursAgo: number })[] = [
  {
    name: 'Demo Reporter',
    email: 'reporter@demo.example',
    topic: 'press',
    message: 'I write about tools for teachers. May I use a screenshot of your home page?',
    language: 'en',
    hoursAgo: 260,
  },
  {
    name: '',
    email: 'lena@demo.example',
    topic: 'download',
    message: 'Das HD-Video bleibt auf meinem Laptop schwarz. Mit dem Ton ist alles in Ordnung.',
    language: 'de',
    hoursAgo: 71,
  },
  {
    name: 'Demo Maker 12',
    email: 'maker12@demo.example',
    topic: 'ownPost',
    message: 'Three of my posts can be saved here.\n\nPlease block them, I’d rather not have that.',
    language: 'en',
    hoursAgo: 26,
  },
  {
    name: 'Rosa',
    email: '',
    topic: 'general',
    message: '¡Gracias! Funciona hasta en mi teléfono viejo.',
    language: 'es',
    hoursAgo: 3,
  },
]

/** A few messages in the inbox; the oldest is done. */
export async function seedMessages({ now }: SeedPlan): Promise<void> {
  for (const { language, hoursAgo, ...values } of messages) {
    await leaveMessage(values, { language, stamp: 'demo' }, now - hoursAgo * hourMs)
  }
  await db
    .updateTable('contact_messages')
    .set({ status: 'done' })
    .where('topic', '=', 'press')
    .execute()
}
