import { href } from 'react-router'
import type { SettingSection } from '#app/settings/ui/fields.ts'
import { saveSettings } from '#app/settings/ui/save-settings.server.ts'
import { SettingsPage } from '#app/settings/ui/settings-page.tsx'
import { SettingsSections } from '#app/settings/ui/settings-sections.tsx'
import { settingsView } from '#app/settings/ui/settings-view.server.ts'
import type { Route } from './+types/general'
import { countryDatabaseProblem } from './country-database.server.ts'

const target = href('/admin/settings')

const sections: SettingSection[] = [
  {
    title: 'The site',
    fields: [
      {
        kind: 'text',
        name: 'siteName',
        label: 'Site name',
        hint: 'In the header, in titles, and in front of the names of saved files.',
      },
      {
        kind: 'text',
        type: 'email',
        name: 'contactAddress',
        label: 'Contact address',
        hint: 'Shown to visitors; empty for none.',
        problem: 'Enter an email address, such as name@example.com, or nothing.',
      },
      {
        kind: 'choice',
        name: 'defaultLanguage',
        label: 'Default language',
        hint: 'Its pages have no language in their address.',
        options: [
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Spanish' },
          { value: 'fr', label: 'French' },
          { value: 'de', label: 'German' },
          { value: 'pt', label: 'Portuguese' },
        ],
      },
      {
        kind: 'choice',
        name: 'timeZone',
        label: 'Time zone',
        hint: 'All dates in the back office follow it, and the days that figures are counted by.',
        options: [
          { value: 'UTC', label: 'UTC' },
          { value: 'EST', label: 'EST (New York)' },
          { value: 'CST', label: 'CST (Chicago)' },
          { value: 'MST', label: 'MST (Denver)' },
          { value: 'PST', label: 'PST (Los Angeles)' },
        ],
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
        hint: 'Visitors read that the site will be back. Admins still get in, and downloads that run already end well.',
      },
      {
        kind: 'textarea',
        name: 'maintenanceText',
        label: 'What visitors read meanwhile',
        rows: 3,
        hint: "Empty for the site's own words, in each language.",
      },
    ],
  },
  {
    title: 'Counting visitors',
    lead: 'Tags of others load only for visitors who agree to them.',
    fields: [
      {
        kind: 'switch',
        name: 'honourPrivacySignal',
        label: 'Leave out visitors whose browser asks not to be tracked',
        hint: "It concerns the site's own figures, and browsers that send Global Privacy Control.",
      },
      {
        kind: 'text',
        name: 'countryDatabase',
        label: 'Country database',
        hint: 'The path of an .mmdb file on the server, newer than the one that comes along; empty for that.',
      },
      {
        kind: 'text',
        name: 'analyticsTagId',
        label: 'Search engine analytics tag',
        hint: 'Its measurement id: G- and 4 to 20 capital letters or digits. Empty for none.',
        problem:
          'Enter G- and 4 to 20 capital letters or digits, such as G-AB12CD34EF, or nothing.',
      },
      {
        kind: 'text',
        name: 'heatmapId',
        label: 'Heatmap service',
        hint: 'Its project id: 6 to 20 small letters or digits. Empty for none.',
        problem: 'Enter 6 to 20 small letters or digits, or nothing.',
      },
      {
        kind: 'text',
        name: 'socialPixelId',
        label: 'Social pixel',
        hint: 'Its id: 10 to 20 digits. Empty for none.',
        problem: 'Enter 10 to 20 digits, or nothing.',
      },
    ],
  },
  {
    title: 'Advertisements',
    lead: 'HTML, shown in a frame of its own that cannot touch the page. An empty place keeps its placeholder.',
    fields: [
      {
        kind: 'code',
        name: 'adBanner',
        label: 'Banner',
        hint: 'Below the form on the front page.',
      },
      {
        kind: 'code',
        name: 'adContent',
        label: 'Content',
        hint: 'Between the parts of the front page.',
      },
      {
        kind: 'code',
        name: 'adDialog',
        label: 'Dialog',
        hint: 'Where visitors wait for a download.',
      },
    ],
  },
]

export function loader() {
  return settingsView(sections)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  return saveSettings(sections, { form, target, context, check: countryDatabaseProblem })
}

export default function GeneralSettings({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage tab="general">
      <SettingsSections view={loaderData} answer={actionData} />
    </SettingsPage>
  )
}
