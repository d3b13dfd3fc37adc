import type { z } from 'zod'
import type { LookupAnswer } from '#app/api/schemas.ts'

/** A look-up's answer on a site with this address, with one of its offers. */
export function exampleAnswer(site: string): z.output<typeof LookupAnswer> {
  const id = '7106594312292453675'
  return {
    id,
    platform: 'tiktok',
    kind: 'video',
    link: `https://www.tiktok.com/@tiktok/video/${id}`,
    title: 'A title',
    author: 'TikTok',
    durationSeconds: 12,
    sensitive: false,
    sample: false,
    media: [{ type: 'video', number: 1, durationSeconds: 12, width: 576, height: 1024 }],
    offers: [
      {
        format: 'mp4',
        quality: '576p',
        width: 576,
        height: 1024,
        bytes: 819031,
        codec: 'h264',
        url: `${site}/save/${id}/mp4?e=1795915320&s=yobYCKNMu9fNdtQJ`,
        expiresAt: '2026-11-29T01:22:00.000Z',
      },
    ],
  }
}
