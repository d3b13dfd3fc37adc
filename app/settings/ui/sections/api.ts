import { choicesOf } from '#app/settings/setting-choices.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'

const addressProblem = 'Enter an http or https address.'

export const apiSections: SettingSection[] = [
  {
    title: 'Extraction service',
    lead: 'Another way to look up links, used when TikTok’s own pages can’t be read. Optional.',
    fields: [
      {
        kind: 'text',
        type: 'url',
        name: 'extractionUrl',
        label: 'Address',
        guarded: true,
        hint: 'Turns a TikTok link into a downloadable file. Leave blank for none.',
        problem: addressProblem,
      },
      {
        kind: 'text',
        type: 'url',
        name: 'fallbackExtractionUrl',
        label: 'Second address',
        guarded: true,
        hint: 'Used when the first one doesn’t answer. Leave blank for none.',
        problem: addressProblem,
      },
      {
        kind: 'number',
        name: 'extractionRequestsPerSecond',
        label: 'Requests per second',
        hint: 'Extra look-ups are queued.',
      },
      {
        kind: 'number',
        name: 'apiTimeoutSeconds',
        label: 'API timeout',
        unit: 'seconds',
        hint: 'If the service takes longer than this, visitors see an error.',
      },
      {
        kind: 'list',
        name: 'mediaHosts',
        label: 'Allowed media hosts',
        guarded: true,
        hint: 'One per line. Videos and pictures are fetched only from these hosts and their subdomains.',
        problem: 'Enter host names, such as tiktokcdn.com.',
      },
    ],
  },
  {
    title: 'Test look-ups',
    lead: 'A source with no successful look-up in the last half hour is tested with a public post.',
    fields: [
      { kind: 'switch', name: 'canary', label: 'Test sources every half hour' },
      {
        kind: 'list',
        name: 'canaryLinks',
        label: 'Test posts',
        hint: 'Full links to public posts, one per line. The second is used once the first is gone.',
        problem:
          'Enter links to posts, such as https://www.tiktok.com/@tiktok/video/7106594312292453675.',
      },
    ],
  },
  {
    title: 'For other programs',
    lead: 'Programs and phones can look up links and download files at /api/v1.',
    fields: [
      {
        kind: 'choice',
        name: 'apiAccess',
        label: 'Who can use the API',
        hint: 'Without a token, the limits for visitors apply.',
        options: choicesOf('apiAccess'),
      },
    ],
  },
  {
    title: 'Visitors',
    fields: [
      {
        kind: 'number',
        name: 'rateLimitPerMinute',
        label: 'Rate limit',
        unit: 'requests a minute',
        hint: 'Look-ups and downloads per network. Visitors over the limit are asked to wait.',
      },
      {
        kind: 'number',
        name: 'batchLinks',
        label: 'Links per batch',
        unit: 'links',
        hint: 'For the page where visitors download several posts together. Each link counts as a request. 0 turns the page off.',
      },
      {
        kind: 'switch',
        name: 'requestLogging',
        label: 'Request logging',
        hint: 'Writes a line to the server’s log for each request.',
      },
    ],
  },
]
