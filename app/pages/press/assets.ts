import type { DocumentTexts } from '#app/i18n/catalogue.ts'

type AssetType = keyof DocumentTexts['press']['types']

/** A press file. Its size is read from the file. */
export type PressAsset = {
  type: AssetType
  name: string
  description: string
  href: string
  /** Made for dark backgrounds, and shown on one. */
  onDark?: boolean
}

/** Files that don't exist aren't listed. */
export const pressAssets: PressAsset[] = [
  {
    type: 'logo',
    name: 'Logo (SVG)',
    description:
      'Mark and name on a transparent background, for print and for screens of any size.',
    href: '/logo.svg',
  },
  {
    type: 'logo',
    name: 'Logo (PNG)',
    description: 'The same logo as an image, for programs that can’t open SVG.',
    href: '/logo.png',
  },
  {
    type: 'logo',
    name: 'Logo for dark backgrounds (SVG)',
    description: 'With the name in paper white and everything else unchanged.',
    href: '/logo-on-dark.svg',
    onDark: true,
  },
  {
    type: 'logo',
    name: 'Logo for dark backgrounds (PNG)',
    description: 'The same logo as an image.',
    href: '/logo-on-dark.png',
    onDark: true,
  },
  {
    type: 'icon',
    name: 'App icon',
    description: 'The square home-screen icon.',
    href: '/icon-512.png',
  },
  {
    type: 'socialCard',
    name: 'Social card',
    description: 'The picture shown when someone shares a link to the site.',
    href: '/social-card.png',
  },
  {
    type: 'screenshot',
    name: 'Home page, light',
    description: 'On a wide screen, in the light theme.',
    href: '/press/home-light.png',
  },
  {
    type: 'screenshot',
    name: 'Home page, dark',
    description: 'On a wide screen, in the dark theme.',
    href: '/press/home-dark.png',
  },
  {
    type: 'screenshot',
    name: 'Home page on a phone',
    description: 'In portrait, at a current phone’s resolution.',
    href: '/press/home-phone.png',
  },
  {
    type: 'factSheet',
    name: 'Fact sheet',
    description: 'What it does, how it works and what it’s made of, on one page of plain text.',
    href: '/press/fact-sheet.md',
  },
]

/** The four colors of app.css that readers will recognize. */
export const colors = [
  { name: 'Ink', hex: '#12131A' },
  { name: 'Paper', hex: '#FAF7F2' },
  { name: 'Coral', hex: '#FF5A4D' },
  { name: 'Mint', hex: '#35D0A5' },
] as const

/** Texts to print unchanged. `{site}` is the site's name. */
export const boilerplate = {
  short:
    '{site} is a free web tool that saves public TikTok posts without a watermark: videos as MP4 up to 1080p, photo posts as images, and the sound as MP3.',
  long: '{site} is a free web tool for saving public TikTok posts. Paste a link to get the video as an MP4 up to 1080p without a watermark, the images of a photo post one by one or as a ZIP, or just the sound as an MP3. There’s no account to create and nothing to install. Every page works without JavaScript and on old phones. Visits are counted without cookies, files pass through the server without being stored, and posts named in a valid copyright notice are blocked. {site} is independent of TikTok and ByteDance.',
}

export const rules = [
  'Keep the mark’s proportions, colors and cut corner as they are, and leave some room around it.',
  'Don’t use it in a way that suggests we made or endorsed something we didn’t.',
  'Say that the tool is independent of TikTok and ByteDance. It is.',
  'When you describe what it’s for, mention that other people’s posts belong to them.',
]
