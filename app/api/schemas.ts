import { z } from 'zod'
import { PLATFORMS } from '#app/environment/platform-names.ts'

/** A post's link or key, as visitors paste it. */
export const LinkQuery = z.strictObject({
  url: z.string().trim().min(1).max(2048).meta({
    description: 'The post’s link, as its app shares it.',
    example: 'https://www.tiktok.com/@name/video/7345678901234567890',
  }),
})

const time = (description: string) => z.string().max(20).optional().meta({ description })

export const SaveQuery = z.strictObject({
  ...LinkQuery.shape,
  format: z.string().max(40).optional().meta({
    description:
      'A format from the look-up’s offers, such as mp4, hd, mp3, cover or image-1. The best one that plays everywhere by default.',
    example: 'mp4',
  }),
  start: time('Where a part of the clip begins, such as 13.3 or 0:13.3.'),
  end: time('Where the part ends.'),
})

export const Offer = z.strictObject({
  format: z.string().meta({ description: 'Its name for /save.', example: 'mp4' }),
  quality: z.string().nullable().meta({ description: 'The picture’s lines.', example: '1080p' }),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int().nullable().meta({ description: 'Null if it isn’t known before it is sent.' }),
  codec: z.string().nullable().meta({ example: 'h264' }),
  url: z
    .url()
    .nullable()
    .meta({ description: 'The file itself. Null for a token without the scope save.' }),
  expiresAt: z.iso.datetime().meta({ description: 'When the address stops working.' }),
})

export const Media = z.strictObject({
  type: z.enum(['video', 'image']),
  number: z.int().min(1).meta({ description: 'Its place among the post’s videos or images.' }),
  durationSeconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})

export const LookupAnswer = z.strictObject({
  id: z.string().meta({ description: 'The post’s key here.', example: '7345678901234567890' }),
  platform: z.enum(PLATFORMS),
  kind: z.enum(['video', 'slideshow']),
  link: z.url(),
  title: z.string(),
  author: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  sensitive: z.boolean(),
  media: z.array(Media),
  offers: z.array(Offer).min(1),
})

export const ProblemAnswer = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  code: z.string().meta({ description: 'The end of the type.', example: 'too-many' }),
})
