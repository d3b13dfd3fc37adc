import { choicesOf } from '#app/settings/setting-choices.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'

export const generalSections: SettingSection[] = [
  {
    title: 'The site',
    fields: [
      {
        kind: 'text',
        name: 'siteName',
        label: 'Site name',
        hint: 'Shown in the header and in page titles, and at the start of file names.',
      },
      {
        kind: 'text',
        type: 'email',
        name: 'contactAddress',
        label: 'Contact address',
        hint: 'Where visitors can write to you. Leave blank to show none.',
        problem: 'Enter an email address, such as name@example.com, or leave it blank.',
      },
      {
        kind: 'choice',
        name: 'defaultLanguage',
        label: 'Default language',
        hint: 'Used for URLs without a language prefix.',
        options: choicesOf('defaultLanguage'),
      },
      {
        kind: 'choice',
        name: 'timeZone',
        label: 'Time zone',
        hint: 'Used for dates in the back office, and for when each day begins in the figures.',
        options: choicesOf('timeZone'),
      },
    ],
  },
  {
    title: 'Maintenance',
    fields: [
      {
        kind: 'switch',
        name: 'maintenanceMode',
        label: 'Maintenance mode',
        hint: 'Visitors see a page saying the site will be back. Operators can still sign in, and running downloads finish.',
      },
      {
        kind: 'textarea',
        name: 'maintenanceText',
        label: 'Message to visitors',
        hint: 'Leave blank for our own text in each visitor’s language.',
      },
    ],
  },
  {
    title: 'Counting visitors',
    lead: 'Third-party tags load only for visitors who agree to them.',
    fields: [
      {
        kind: 'switch',
        name: 'honourPrivacySignal',
        label: 'Leave out visitors whose browser asks not to be tracked',
        hint: 'Leaves browsers that send Global Privacy Control out of the site’s own figures.',
      },
      {
        kind: 'text',
        name: 'countryDatabase',
        label: 'Country database',
        hint: 'The path of a newer .mmdb file on the server. Leave blank to use the bundled one.',
      },
      {
        kind: 'text',
        name: 'analyticsTagId',
        label: 'Search engine analytics tag',
        hint: 'Its measurement ID, such as G-AB12CD34EF. Leave blank for none.',
        problem:
          'Enter G- and 4 to 20 capital letters or digits, such as G-AB12CD34EF, or leave it blank.',
      },
      {
        kind: 'text',
        name: 'heatmapId',
        label: 'Heatmap service',
        hint: 'Its project ID. Leave blank for none.',
        problem: 'Enter 6 to 20 lowercase letters or digits, or leave it blank.',
      },
      {
        kind: 'text',
        name: 'socialPixelId',
        label: 'Social pixel',
        hint: 'Its ID, all digits. Leave blank for none.',
        problem: 'Enter 10 to 20 digits, or leave it blank.',
      },
    ],
  },
  {
    title: 'Advertisements',
    lead: 'HTML, shown in a sandboxed frame. Leave one blank to keep its placeholder.',
    fields: [
      {
        kind: 'code',
        name: 'adBanner',
        label: 'Banner',
        hint: 'Below the form on the home page.',
      },
      {
        kind: 'code',
        name: 'adContent',
        label: 'Content',
        hint: 'Between the sections of the home page.',
      },
      {
        kind: 'code',
        name: 'adDialog',
        label: 'Dialog',
        hint: 'Shown while visitors wait for a download.',
      },
    ],
  },
]
