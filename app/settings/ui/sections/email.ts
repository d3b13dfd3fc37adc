import type { SettingSection } from '#app/settings/ui/fields.ts'

export const emailSections: SettingSection[] = [
  {
    title: 'Mail server',
    lead: 'Without a server no email is sent. Private addresses are allowed. A valid certificate is required unless the server is on this machine.',
    fields: [
      {
        kind: 'text',
        name: 'smtpHost',
        label: 'Host',
        guarded: true,
        hint: 'The mail server’s name, such as smtp.example.com. Leave blank to send no email.',
        problem:
          'Enter a host name, such as smtp.example.com, with its port below, or leave it blank.',
      },
      { kind: 'number', name: 'smtpPort', label: 'Port', guarded: true },
      {
        kind: 'choice',
        name: 'smtpEncryption',
        label: 'Encryption',
        guarded: true,
        hint: 'TLS upgrades a plain connection, usually on port 587. SSL encrypts from the start, usually on port 465.',
        options: ['TLS', 'SSL', 'None'].map((value) => ({ value, label: value })),
      },
      { kind: 'text', name: 'smtpUser', label: 'User', guarded: true },
      { kind: 'secret', name: 'smtpPassword', label: 'Password' },
    ],
  },
  {
    title: 'Emails',
    fields: [
      {
        kind: 'text',
        type: 'email',
        name: 'mailFrom',
        label: 'Sender',
        hint: 'Leave blank to use the user’s address, or no-reply at this site’s host if the user isn’t one. Replies go to the contact address.',
        problem: 'Enter an email address, such as name@example.com, or leave it blank.',
      },
      {
        kind: 'switch',
        name: 'mailNotifications',
        label: 'Send notifications to operators',
        hint: 'Choose the events under Notifications.',
      },
    ],
  },
]
