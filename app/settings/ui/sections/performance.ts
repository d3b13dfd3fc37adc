import type { SettingSection } from '#app/settings/ui/fields.ts'

/** The fields of the tab Performance. */
export const performanceSections: SettingSection[] = [
  {
    title: 'Pages',
    fields: [
      {
        kind: 'switch',
        name: 'responseCaching',
        label: 'Keep rendered pages in memory',
        hint: 'Pages are rendered again when something on them changes. Browsers that already have the page don’t load it again.',
      },
      {
        kind: 'number',
        name: 'cacheMinutes',
        label: 'Cache duration',
        unit: 'minutes',
        hint: 'How long a look-up’s result is reused for the same post. 0 asks the source every time.',
      },
      {
        kind: 'switch',
        name: 'compression',
        label: 'Compress responses',
        hint: 'For browsers that support it. Videos and pictures are sent as they are.',
      },
    ],
  },
  {
    title: 'Downloads',
    fields: [
      {
        kind: 'number',
        name: 'countdownSeconds',
        label: 'Countdown',
        unit: 'seconds',
        hint: 'How long visitors wait before each file, while they see the dialog ad. 0 starts downloads right away.',
      },
      {
        kind: 'number',
        name: 'maxConcurrentDownloads',
        label: 'Downloads at once',
        unit: 'downloads',
        hint: 'How many downloads can run at the same time. The next visitor is asked to try again soon.',
      },
      {
        kind: 'number',
        name: 'downloadTimeoutSeconds',
        label: 'Download timeout',
        unit: 'seconds',
        hint: 'A stalled download ends after this long. Media hosts never get more than 10 seconds to answer or 20 seconds between bytes, and visitors get twice this long.',
      },
    ],
  },
]
