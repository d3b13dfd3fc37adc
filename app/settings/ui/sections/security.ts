import type { SettingSection } from '#app/settings/ui/fields.ts'

export const securitySections: SettingSection[] = [
  {
    title: 'Signing in',
    fields: [
      {
        kind: 'number',
        name: 'sessionTimeoutMinutes',
        label: 'Session timeout',
        unit: 'minutes',
        hint: 'Signs operators out after this much inactivity. “Remember me” sessions aren’t affected.',
      },
      {
        kind: 'switch',
        name: 'twoFactorRequired',
        label: 'Two-factor sign-in required for admins',
        guarded: true,
        hint: 'Admins must set up two-factor before they can use anything else.',
      },
    ],
  },
  {
    title: 'New passwords',
    lead: 'Existing passwords aren’t affected.',
    fields: [
      { kind: 'number', name: 'minPasswordLength', label: 'Minimum length', unit: 'characters' },
      { kind: 'switch', name: 'requireUppercase', label: 'Require an uppercase letter' },
      { kind: 'switch', name: 'requireNumbers', label: 'Require a number' },
      { kind: 'switch', name: 'requireSpecial', label: 'Require a special character' },
    ],
  },
]
