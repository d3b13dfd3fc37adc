import { choicesOf } from '#app/settings/setting-choices.ts'
import type { SettingSection } from '#app/settings/ui/fields.ts'

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
        hint: 'How long visitors wait before a file, while they see the dialog ad. 0 starts downloads right away.',
      },
      {
        kind: 'choice',
        name: 'countdownPer',
        label: 'Count down',
        hint: 'Once per post, visitors who save a second format of it don’t wait again.',
        options: choicesOf('countdownPer'),
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
        hint: 'A download ends after its media host has stalled for this long. Media hosts never get more than 10 seconds to answer or 20 seconds between bytes. Visitors on slow lines get longer.',
      },
    ],
  },
  {
    title: 'Files',
    fields: [
      {
        kind: 'choice',
        name: 'fileNames',
        label: 'File names',
        hint: 'Visitors can choose another format for their device.',
        options: choicesOf('fileNames'),
      },
      {
        kind: 'text',
        name: 'fileNamePattern',
        label: 'Your own pattern',
        hint: 'Write {brand}, {creator}, {title}, {id}, {date}, {time} or {quality} where each belongs. Date and time are those of the download.',
        problem:
          'Use at least one of {brand}, {creator}, {title}, {id}, {date}, {time} and {quality}, no slashes, quotes or other characters that file names can’t have, and at most 100 characters.',
      },
      {
        kind: 'choice',
        name: 'mp3Rate',
        label: 'MP3 quality',
        hint: 'Visitors can choose another one for each file.',
        options: choicesOf('mp3Rate'),
      },
      {
        kind: 'switch',
        name: 'tagSounds',
        label: 'Tag sound files',
        hint: 'Writes title, creator, date and the post’s link into MP3 and M4A files, so that players can show them. M4A files also get the cover.',
      },
      {
        kind: 'switch',
        name: 'tagVideos',
        label: 'Tag videos',
        hint: 'Writes title, creator, date, cover and the post’s link into MP4 files. While this is off, a whole MP4 is byte for byte the source’s file, as this site’s pages say.',
      },
    ],
  },
]
