/**
 * The statistics page's figures: from a named publisher, or computed here with a formula that is
 * shown beside them. Nothing is estimated.
 */

type Source = { text: string; url?: string }

type Common = {
  id: string
  title: string
  /** The point of the figure, in one or two sentences. */
  takeaway: string
  /** The method behind the numbers. */
  how: string
  sources: Source[]
  /** Headings of the table: what is measured, and its unit. */
  columns: [string, string]
}

type Bar = { label: string; value: number; text: string; highlight?: boolean }
export type BarFigure = Common & { kind: 'bars'; bars: Bar[] }

type Point = { label: string; date: Date; value: number; text: string; short: string }
export type LineFigure = Common & {
  kind: 'line'
  curve: 'straight' | 'steps'
  points: Point[]
  end: Date
  ticks: { value: number; text: string }[]
}

type Frame = { label: string; width: number; height: number; text: string }
export type FrameFigure = Common & { kind: 'frames'; frames: Frame[] }

export type Figure = BarFigure | LineFigure | FrameFigure

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const date = (year: number, month: number, day = 1) => new Date(Date.UTC(year, month - 1, day))

const megabytesPerMinute = (megabits: number) => (megabits * 60) / 8

const youtubeRates = [
  { label: '360p', megabits: 1 },
  { label: '480p', megabits: 2.5 },
  { label: '720p', megabits: 5 },
  { label: '1080p', megabits: 8 },
  { label: '1440p', megabits: 16 },
]
const fullHdMinute = megabytesPerMinute(8)

const youtubeHelp: Source = {
  text: 'YouTube Help, “Recommended upload encoding settings”: SDR at 24 to 30 frames per second, as published in 2025',
  url: 'https://support.google.com/youtube/answer/1722171',
}

const users: LineFigure = {
  kind: 'line',
  id: 'users',
  title: 'A billion people in under four years',
  takeaway:
    'People who used TikTok at least once a month, worldwide. The audience grew 18-fold between January 2018 and September 2021.',
  how: 'These are TikTok’s own counts: four from a court filing and one from an announcement. It hasn’t published a comparable worldwide count since, so the line ends there.',
  sources: [
    {
      text: 'TikTok Inc. and ByteDance Ltd. v. Trump, complaint filed August 24, 2020, U.S. District Court for the Central District of California',
    },
    {
      text: 'TikTok Newsroom, “Thanks a billion!”, September 27, 2021',
      url: 'https://newsroom.tiktok.com/en-us/1-billion-people-on-tiktok',
    },
  ],
  columns: ['Month', 'Monthly active users'],
  curve: 'straight',
  points: [
    { label: 'January 2018', date: date(2018, 1), value: 54_793_729, short: '55 M' },
    { label: 'December 2018', date: date(2018, 12), value: 271_188_301, short: '271 M' },
    { label: 'December 2019', date: date(2019, 12), value: 507_552_660, short: '508 M' },
    { label: 'July 2020', date: date(2020, 7), value: 689_174_209, short: '689 M' },
  ].map((point) => ({ ...point, text: number.format(point.value) })),
  end: date(2022, 1),
  ticks: [0, 250, 500, 750, 1000].map((millions) => ({
    value: millions * 1e6,
    text: millions === 1000 ? '1 B' : `${millions}${millions === 0 ? '' : ' M'}`,
  })),
}
users.points.push({
  label: 'September 2021',
  date: date(2021, 9, 27),
  value: 1e9,
  text: 'more than 1,000,000,000',
  short: '1 B',
})

const lengths: LineFigure = {
  kind: 'line',
  id: 'lengths',
  title: 'Short video is getting longer',
  takeaway:
    'The longest video that every TikTok user could publish. By February 2022, the limit was ten times what it was at the start.',
  how: 'Each step is dated by its announcement. Uploads of up to an hour have been rolled out account by account since 2024 and have no single date, so they’re left out.',
  sources: [
    {
      text: 'TikTok Newsroom, “Longer videos are coming to TikTok”, July 1, 2021',
      url: 'https://newsroom.tiktok.com/en-us/longer-videos',
    },
    { text: 'TikTok’s statement to the press, February 28, 2022' },
  ],
  columns: ['From', 'Longest video'],
  curve: 'steps',
  points: [
    { label: '2018', date: date(2018, 8), value: 1, text: '1 minute', short: '1 min' },
    { label: 'July 2021', date: date(2021, 7), value: 3, text: '3 minutes', short: '3 min' },
    {
      label: 'February 2022',
      date: date(2022, 2, 28),
      value: 10,
      text: '10 minutes',
      short: '10 min',
    },
  ],
  end: date(2023, 1),
  ticks: [0, 5, 10].map((minutes) => ({ value: minutes, text: `${minutes} min` })),
}

const frames: FrameFigure = {
  kind: 'frames',
  id: 'pixels',
  title: 'What HD adds',
  takeaway:
    'Vertical frames, drawn to scale. 1080p has nine times as many pixels as 360p, and two and a quarter times as many as 720p.',
  how: 'Width × height.',
  sources: [{ text: 'Worked out from the frame sizes' }],
  columns: ['Frame', 'Pixels'],
  frames: [360, 540, 720, 1080].map((width) => {
    const height = (width * 16) / 9
    return { label: `${width}p`, width, height, text: number.format(width * height) }
  }),
}

const sizes: BarFigure = {
  kind: 'bars',
  id: 'sizes',
  title: 'How big is a minute of video?',
  takeaway:
    'One minute of video at the bit rates YouTube recommends for uploads. Clips that a platform has compressed again are usually much smaller.',
  how: 'Bit rate × 60 seconds ÷ 8 bits per byte. Sound isn’t included: at 128 kbps it adds 0.96 MB.',
  sources: [youtubeHelp],
  columns: ['Resolution', 'Size of one minute'],
  bars: youtubeRates.map(({ label, megabits }) => {
    const value = megabytesPerMinute(megabits)
    return { label: `${label}, ${megabits} Mbps`, value, text: `${number.format(value)} MB` }
  }),
}

const codecs: BarFigure = {
  kind: 'bars',
  id: 'codecs',
  title: 'Why HEVC files are smaller',
  takeaway:
    'How many bits HEVC needs for the same picture, if H.264 needs 100. To viewers’ eyes, HEVC saves 59 percent on average.',
  how: 'Averages over many clips from 480p to Ultra HD. How much it saves depends on the picture, and older devices only play H.264.',
  sources: [
    {
      text: 'Tan, Weerakkody, Mrak and others, “Video Quality Evaluation Methodology and Verification Testing of HEVC Compression Performance”, IEEE Transactions on Circuits and Systems for Video Technology 26(1), January 2016',
    },
  ],
  columns: ['Codec', 'Bits needed (H.264 = 100)'],
  bars: [
    { label: 'H.264', value: 100, text: '100' },
    { label: 'HEVC, measured by PSNR', value: 56, text: '56' },
    { label: 'HEVC, judged by viewers', value: 41, text: '41', highlight: true },
  ],
}

const sound: BarFigure = {
  kind: 'bars',
  id: 'sound',
  title: 'Just the sound',
  takeaway: 'One minute of MP3 at common bit rates. Above 192 kbps, few people hear a difference.',
  how: 'Bit rate × 60 seconds ÷ 8 bits per byte. Tags and cover art inside the file add a little more.',
  sources: [
    { text: 'Bit rates of MPEG-1 Layer III, ISO/IEC 11172-3:1993; the rest is worked out' },
  ],
  columns: ['Bit rate', 'Size of one minute'],
  bars: [64, 128, 192, 256, 320].map((kilobits) => {
    const value = megabytesPerMinute(kilobits / 1000)
    return {
      label: `${kilobits} kbps`,
      value,
      text: `${number.format(value)} MB`,
      highlight: kilobits === 192,
    }
  }),
}

const waits: BarFigure = {
  kind: 'bars',
  id: 'waits',
  title: 'How long does a minute take to download?',
  takeaway:
    'One minute in 1080p (60 MB) at different connection speeds. These are best cases: nothing else is using the connection, and the server keeps up.',
  how: '60 MB × 8 bits per byte ÷ connection speed.',
  sources: [{ text: 'Worked out from “How big is a minute of video?”' }],
  columns: ['Connection', 'Time for 60 MB'],
  bars: [5, 10, 25, 50, 100, 250].map((megabits) => {
    const value = (fullHdMinute * 8) / megabits
    return { label: `${megabits} Mbps`, value, text: `${number.format(value)} s` }
  }),
}

export const figures: Figure[] = [users, lengths, frames, sizes, codecs, sound, waits]

/** Each is in a figure below. */
export const highlights = [
  { number: `${number.format(fullHdMinute)} MB`, text: 'One minute in 1080p at 8 Mbps' },
  { number: '9 to 1', text: 'Pixels in a 1080p frame, compared with 360p' },
  { number: '−59%', text: 'Bits that HEVC needs compared with H.264, judged by viewers' },
  {
    number: `${number.format(megabytesPerMinute(0.192))} MB`,
    text: 'One minute of MP3 at 192 kbps',
  },
]
