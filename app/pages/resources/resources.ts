import type { DocumentTexts } from '#app/i18n/catalogue.ts'

export type Category = keyof DocumentTexts['resources']['categories']

export type Resource = {
  name: string
  description: string
  url: string
  category: Category
  /** 0 to 5, the editors' own opinion. Shown as whole stars, rounded down. */
  rating: number
  /** True if what it is listed for costs money. */
  paid?: true
  featured?: true
}

/** A long list of data. No one pays for an entry, and no link earns anything. */
export const resources: Resource[] = [
  {
    name: 'DaVinci Resolve',
    description:
      'A full editing suite with cutting, color, effects and sound in one program. The free edition has no watermark and exports up to Ultra HD. A paid Studio edition adds more.',
    url: 'https://www.blackmagicdesign.com/products/davinciresolve',
    category: 'videoEditing',
    rating: 4.8,
    featured: true,
  },
  {
    name: 'Kdenlive',
    description:
      'Open-source editor from the KDE project with many tracks, proxy clips for slow computers and ready-made profiles for vertical video. Linux, Windows and macOS.',
    url: 'https://kdenlive.org/',
    category: 'videoEditing',
    rating: 4.4,
  },
  {
    name: 'Shotcut',
    description:
      'Open-source editor that opens nearly any file without importing it first. It looks plain, is quick to learn and is good for trimming and joining clips.',
    url: 'https://www.shotcut.org/',
    category: 'videoEditing',
    rating: 4.2,
  },
  {
    name: 'OpenShot',
    description:
      'The easiest open-source editor to start with: drag clips to a timeline, cut, add titles, export. It slows down on long projects.',
    url: 'https://www.openshot.org/',
    category: 'videoEditing',
    rating: 3.6,
  },
  {
    name: 'CapCut',
    description:
      'ByteDance’s editor for phone, browser and desktop, with templates and automatic captions. Quick for short clips. More and more of it needs the paid plan, and availability differs by country.',
    url: 'https://www.capcut.com/',
    category: 'videoEditing',
    rating: 3.8,
    paid: true,
  },
  {
    name: 'LosslessCut',
    description:
      'Cuts and joins clips without encoding them again, so nothing is lost and it takes seconds. The right tool when you only want the middle of a clip.',
    url: 'https://github.com/mifi/lossless-cut',
    category: 'videoEditing',
    rating: 4.6,
  },
  {
    name: 'VLC',
    description:
      'Plays almost every file there is, on almost every device, without extra codecs. If a saved clip opens anywhere, it opens here.',
    url: 'https://www.videolan.org/vlc/',
    category: 'players',
    rating: 4.7,
    featured: true,
  },
  {
    name: 'mpv',
    description:
      'A small, sharp player for people who like the keyboard. Excellent picture, hardly any buttons, and it steps through single frames.',
    url: 'https://mpv.io/',
    category: 'players',
    rating: 4.5,
  },
  {
    name: 'IINA',
    description:
      'A player for macOS that looks and behaves as a Mac app should, built on mpv’s engine.',
    url: 'https://iina.io/',
    category: 'players',
    rating: 4.3,
  },
  {
    name: 'HandBrake',
    description:
      'Turns large or odd files into tidy MP4 or MKV with presets for phones, televisions and the web. Open source, on every desktop system.',
    url: 'https://handbrake.fr/',
    category: 'converters',
    rating: 4.6,
    featured: true,
  },
  {
    name: 'FFmpeg',
    description:
      'The command-line tool that most others here are built on. Converts, cuts, joins and measures anything, once you’ve learned how to ask.',
    url: 'https://ffmpeg.org/',
    category: 'converters',
    rating: 4.9,
  },
  {
    name: 'Shutter Encoder',
    description:
      'FFmpeg with a window: conversion, lossless cutting, loudness and subtitles, with sensible presets for editors.',
    url: 'https://www.shutterencoder.com/',
    category: 'converters',
    rating: 4.3,
  },
  {
    name: 'MediaInfo',
    description:
      'Shows what a file really is: codec, resolution, bit rate, frame rate and tags. The quickest answer to “why won’t this play?”.',
    url: 'https://mediaarea.net/en/MediaInfo',
    category: 'converters',
    rating: 4.5,
  },
  {
    name: 'Audacity',
    description:
      'The open-source sound editor for recording, cutting and cleaning up speech. Opens the MP3 you saved, and much more.',
    url: 'https://www.audacityteam.org/',
    category: 'audio',
    rating: 4.4,
  },
  {
    name: 'ocenaudio',
    description:
      'A fast and friendly sound editor that previews effects while it plays. A pleasure for single files, but it has no tracks to mix.',
    url: 'https://www.ocenaudio.com/',
    category: 'audio',
    rating: 4.2,
  },
  {
    name: 'Subtitle Edit',
    description:
      'Creates, times and translates subtitles, with a waveform, speech recognition on your own computer and more than 300 formats.',
    url: 'https://www.nikse.dk/subtitleedit',
    category: 'captions',
    rating: 4.6,
    featured: true,
  },
  {
    name: 'Aegisub',
    description:
      'The tool for styled subtitles: exact timing, typesetting and karaoke effects. Steep to learn, but unmatched once you know it.',
    url: 'https://aegisub.org/',
    category: 'captions',
    rating: 4.1,
  },
  {
    name: 'Internet Archive',
    description:
      'A non-profit library of web pages, films and sound. The Wayback Machine keeps a page as it was. Worth doing before a post disappears.',
    url: 'https://archive.org/',
    category: 'archiving',
    rating: 4.8,
    featured: true,
  },
  {
    name: 'yt-dlp',
    description:
      'A command-line downloader for thousands of sites, for people who archive entire channels of their own. Needs a terminal and regular updates.',
    url: 'https://github.com/yt-dlp/yt-dlp',
    category: 'archiving',
    rating: 4.7,
  },
  {
    name: 'ArchiveBox',
    description:
      'A web archive you host yourself: give it links, and it keeps pages, pictures and media as plain files.',
    url: 'https://archivebox.io/',
    category: 'archiving',
    rating: 3.9,
  },
  {
    name: 'GIMP',
    description:
      'The open-source image editor for covers, thumbnails and retouching, with layers, masks and color management.',
    url: 'https://www.gimp.org/',
    category: 'images',
    rating: 4.1,
  },
  {
    name: 'Krita',
    description:
      'Made for drawing and painting, with wonderful brushes and simple frame-by-frame animation.',
    url: 'https://krita.org/',
    category: 'images',
    rating: 4.6,
  },
  {
    name: 'Squoosh',
    description:
      'Shrinks pictures in the browser and shows before and after side by side. Nothing is uploaded.',
    url: 'https://squoosh.app/',
    category: 'images',
    rating: 4.3,
  },
  {
    name: 'Free Music Archive',
    description:
      'Music by independent artists, each track with its license next to it. Read it before you use a track: some forbid commercial use or changes.',
    url: 'https://freemusicarchive.org/',
    category: 'stock',
    rating: 4.2,
  },
  {
    name: 'Freesound',
    description:
      'Hundreds of thousands of recorded sounds under Creative Commons licenses, from rain to typewriters. Downloading needs a free account.',
    url: 'https://freesound.org/',
    category: 'stock',
    rating: 4.5,
  },
  {
    name: 'Pixabay',
    description:
      'Photos, clips, music and effects under one simple license that requires no credit. Quality varies, so check twice.',
    url: 'https://pixabay.com/',
    category: 'stock',
    rating: 4.0,
  },
  {
    name: 'Google Fonts',
    description:
      'Open-licensed typefaces for titles and captions. Download a family and install it. Most have every accent you need.',
    url: 'https://fonts.google.com/',
    category: 'stock',
    rating: 4.5,
  },
  {
    name: 'Creative Commons',
    description:
      'What the licenses mean, in plain words, and a tool for choosing one for your own work. Read it once, and half of all copyright questions answer themselves.',
    url: 'https://creativecommons.org/share-your-work/cclicenses/',
    category: 'rights',
    rating: 4.7,
    featured: true,
  },
  {
    name: 'U.S. Copyright Office: fair use index',
    description:
      'Court decisions on fair use, sorted by subject, with a short summary of each. US law, from the source.',
    url: 'https://www.copyright.gov/fair-use/',
    category: 'rights',
    rating: 4.1,
  },
  {
    name: 'Content Credentials',
    description:
      'Shows whether a picture or clip carries information on where it comes from and how it was made, using the open C2PA standard.',
    url: 'https://contentcredentials.org/',
    category: 'rights',
    rating: 3.9,
  },
  {
    name: 'Buffer',
    description:
      'Plans posts for several networks from one calendar. The free plan covers a few channels. More channels and reports cost money.',
    url: 'https://buffer.com/',
    category: 'publishing',
    rating: 4.0,
  },
  {
    name: 'Metricool',
    description:
      'Calendar and statistics in one place, with a free plan for one brand. Handy for seeing which clips were worth the work.',
    url: 'https://metricool.com/',
    category: 'publishing',
    rating: 3.9,
  },
  {
    name: 'Mixpost',
    description:
      'A scheduler you host yourself, so that drafts and accounts stay on your own server. The Lite edition is open source and covers a few networks. The others need a license.',
    url: 'https://mixpost.app/',
    category: 'publishing',
    rating: 3.7,
  },
]

/** In the order of their first entries. */
export const categories: { category: Category; count: number }[] = [
  ...new Set(resources.map(({ category }) => category)),
].map((category) => ({ category, count: resourcesOf(category).length }))

/** Returns a category as written in an address: `videoEditing` is `video-editing`. */
export function categorySlug(category: Category): string {
  return category.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Returns the category of a slug. Null for all of them, and for an unknown one. */
export function categoryOf(slug: string | null): Category | null {
  return categories.find(({ category }) => categorySlug(category) === slug)?.category ?? null
}

/** Returns a category's entries, or all: featured ones first, else as listed. */
export function resourcesOf(category: Category | null): Resource[] {
  return resources
    .filter((resource) => category === null || resource.category === category)
    .sort((a, b) => Number(b.featured ?? false) - Number(a.featured ?? false))
}
