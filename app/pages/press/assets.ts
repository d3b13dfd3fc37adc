import type { DocumentTexts } from '#app/i18n/catalogue.ts'

type AssetType = keyof DocumentTexts['press']['types']

/** A file for the press; its size is read from the file and never typed. */
export type PressAsset = {
  type: AssetType
  name: string
  description: string
  href: string
  /** Made for dark ground, and shown on it. */
  onDark?: boolean
}

/** Those whose file is there are listed. */
export const pressAssets: PressAsset[] = [
  {
    type: 'logo',
    name: 'Logo (SVG)',
    description: 'Mark and name on transparent ground, for print and every size on screen.',
    href: '/logo.svg',
  },
  {
    type: 'logo',
    name: 'Logo (PNG)',
    description: 'The same as pixels, for programs that can’t read SVG.',
    href: '/logo.png',
  },
  {
    type: 'logo',
    name: 'Logo for dark ground (SVG)',
    description: 'The name in paper white, everything else unchanged.',
    href: '/logo-on-dark.svg',
    onDark: true,
  },
  {
    type: 'logo',
    name: 'Logo for dark ground (PNG)',
    description: 'The same as pixels.',
    href: '/logo-on-dark.png',
    onDark: true,
  },
  {
    type: 'icon',
    name: 'App icon',
    description: 'Square, as shown on a phone’s home screen.',
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
    name: 'Start page, light',
    description: 'On a wide screen, in the light colours.',
    href: '/press/home-light.png',
  },
  {
    type: 'screenshot',
    name: 'Start page, dark',
    description: 'On a wide screen, in the dark colours.',
    href: '/press/home-dark.png',
  },
  {
    type: 'screenshot',
    name: 'Start page on a phone',
    description: 'Upright, at the sharpness of a current phone.',
    href: '/press/home-phone.png',
  },
  {
    type: 'factSheet',
    name: 'Fact sheet',
    description: 'What it does, how it works and what it’s made of, on one page of plain text.',
    href: '/press/fact-sheet.md',
  },
]

/** The four colours of app.css that a reader will recognise. */
export const colours = [
  { name: 'Ink', hex: '#12131A' },
  { name: 'Paper', hex: '#FAF7F2' },
  { name: 'Coral', hex: '#FF5A4D' },
  { name: 'Mint', hex: '#35D0A5' },
] as const

/** Texts that may be printed as they are. `{site}` is the site's name. */
export const boilerplate = {
  short:
    '{site} is a free web tool that saves public TikTok posts without a watermark: videos as MP4 up to 1080p, slideshows as images, and the sound as MP3.',
  long: '{site} is a free web tool for saving public TikTok posts. Whoever pastes a link gets the video as MP4 up to 1080p without a watermark, the images of a slideshow one by one or as a ZIP, or just the sound as MP3. There is no account and no limit. Every page works without JavaScript and on old phones. Visits are counted without cookies, files pass through the server without being kept, and notices of copyright holders take posts out of the tool. {site} is independent of TikTok and ByteDance.',
}

export const rules = [
  'Leave the mark’s proportions, colours and cut corner as they are, and some room around it.',
  'Don’t put it where it could look as if we had made or approved something we haven’t.',
  'Say that the tool is independent of TikTok and ByteDance. It is.',
  'When you describe what it’s for, mention that other people’s posts belong to them.',
]
