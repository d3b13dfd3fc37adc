import '#tests/support/own-data-dir.ts'

const { sendMail } = await import('#app/mail/mailer.server.ts')

type Sent = { to?: string; subject?: string; text?: string; from?: string; whenLate?: () => void }

/** Hands one email to a real mail server on this machine, as the app does. */
export function handOver(port: number, { from, whenLate = () => {}, ...mail }: Sent = {}) {
  return sendMail(
    {
      host: '127.0.0.1',
      port,
      user: '',
      password: '',
      encryption: 'None',
      from: { name: 'Clips', address: from ?? 'site@site.example' },
      replyTo: null,
    },
    {
      to: 'una@users.example',
      subject: 'Your link',
      text: 'Here it is.\n',
      html: null,
      headers: {},
      messageId: '4f0c',
      ...mail,
    },
    AbortSignal.timeout(60_000),
    { limits: { lateMs: 200 }, whenLate },
  )
}
