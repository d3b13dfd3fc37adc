import { z } from 'zod'
import { PLATFORMS } from '#app/environment/platform-names.ts'

/** A post's link or key, as visitors paste it. */
export const LinkQuery = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .meta({
      description: 'The post’s link, as its app shares it.',
      examples: ['https://www.tiktok.com/@tiktok/video/7106594312292453675'],
    }),
})

const time = (description: string) => z.string().max(20).optional().meta({ description })

export const SaveQuery = z.strictObject({
  ...LinkQuery.shape,
  format: z
    .string()
    .max(40)
    .optional()
    .meta({
      description:
        'A format from the look-up’s offers, such as mp4, hd, mp3, m4a, cover, image-1 or captions-en-srt. By default the best one that plays everywhere.',
      examples: ['mp4'],
    }),
  start: time('Where a part of an MP4, MP3 or M4A begins, such as 13.3 or 1:02.'),
  end: time('Where the part ends. Can be left out only if the look-up gives a length.'),
})

const nullable = (description: string) => ({ description: `${description} Null if unknown.` })
const seconds = z.number().nullable().meta(nullable('Length in seconds.'))
const width = z.int().nullable().meta(nullable('Width in pixels.'))
const height = z.int().nullable().meta(nullable('Height in pixels.'))
const instant = z.iso.datetime()

export const Offer = z.strictObject({
  format: z.string().meta({ description: 'Its name for /save.', examples: ['mp4'] }),
  quality: z
    .string()
    .nullable()
    .meta({ ...nullable('Number of lines.'), examples: ['1080p'] }),
  width,
  height,
  bytes: z.int().nullable().meta({ description: 'Size. Null if it’s only known while sending.' }),
  codec: z
    .string()
    .nullable()
    .meta({ ...nullable('The picture’s codec.'), examples: ['h264'] }),
  url: z
    .url()
    .nullable()
    .meta({ description: 'The file itself, without a token. Null without the scope save.' }),
  expiresAt: instant.meta({ description: 'When the file’s address stops working.' }),
})

export const Media = z.strictObject({
  type: z.enum(['video', 'image']).meta({ description: 'What it is.' }),
  number: z.int().min(1).meta({ description: 'Its place among the post’s videos or images.' }),
  durationSeconds: seconds,
  width,
  height,
})

export const LookupAnswer = z.strictObject({
  id: z.string().meta({ description: 'The post’s key here.', examples: ['7106594312292453675'] }),
  platform: z.enum(PLATFORMS).meta({ description: 'Where it was posted.' }),
  kind: z.enum(['video', 'slideshow']).meta({ description: 'A slideshow is a photo post.' }),
  link: z.url().meta({ description: 'The post’s own address.' }),
  title: z.string().meta({ description: 'Its title, or the text in place of one.' }),
  author: z.string().nullable().meta(nullable('The name of the account that posted it.')),
  durationSeconds: seconds,
  sensitive: z.boolean().meta({ description: 'True if the platform marks it as sensitive.' }),
  sample: z.boolean().meta({
    description: 'True if this is the sample clip that a site in demo mode gives for every link.',
  }),
  media: z.array(Media).meta({ description: 'What the post consists of.' }),
  offers: z.array(Offer).min(1).meta({ description: 'The files that can be saved.' }),
})

const percent = z.number().min(0).max(100).nullable().meta({
  description: 'Look-ups that found their post. Null without any.',
})
const Bar = z.strictObject({ at: instant.meta({ description: 'When it began.' }), percent })

export const PlatformAnswer = z.strictObject({
  platform: z.enum(PLATFORMS).meta({ description: 'As in look-ups.' }),
  title: z.string().meta({ description: 'Its name.' }),
  state: z
    .enum(['working', 'slow', 'failing', 'untried'])
    .meta({ description: 'What its look-ups do at the moment.' }),
  failingSince: instant.nullable().meta({ description: 'Null unless it fails.' }),
  checkedAt: instant.nullable().meta({ description: 'The last look-up or test.' }),
  medianMs: z
    .number()
    .nullable()
    .meta({ description: 'The usual length of a look-up. Null without any in a day.' }),
  day: z
    .strictObject({ percent, hours: z.array(Bar).length(24) })
    .meta({ description: 'The last 24 hours: percent, and each hour’s at and percent.' }),
  month: z
    .strictObject({ percent, days: z.array(Bar).length(30) })
    .meta({ description: 'The last 30 days, in the same form.' }),
})

export const StatusAnswer = z.strictObject({
  site: z.enum(['working', 'demo', 'maintenance']).meta({
    description:
      'In demo mode every link gives a sample, and during maintenance all else is closed.',
  }),
  platforms: z.array(PlatformAnswer).meta({ description: 'Those that this site has turned on.' }),
})

export const ProblemAnswer = z.strictObject({
  type: z.url().meta({ description: 'The problem’s address on this page.' }),
  title: z.string().meta({ description: 'What is wrong, in a sentence.' }),
  status: z.int().meta({ description: 'The answer’s status again.' }),
  detail: z.string().optional().meta({ description: 'What to do next.' }),
  code: z.string().meta({ description: 'The end of the type.', examples: ['too-many'] }),
})
