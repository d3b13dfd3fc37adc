/** Drawings in `app/pages/blog/covers.svg`, by the name of their symbol. */
export const coverMotifs = [
  'clip',
  'archive',
  'blocks',
  'box',
  'captions',
  'credit',
  'cut',
  'images',
  'length',
  'link',
  'names',
  'pages',
  'phone',
  'seal',
  'sites',
  'sound',
  'subtitles',
  'timeline',
] as const

export const coverGrounds = ['ink', 'coral', 'mint', 'sand'] as const

export type Cover = {
  motif: (typeof coverMotifs)[number]
  ground: (typeof coverGrounds)[number]
}

/**
 * Parses an article's `cleanclip:cover`, a motif and a ground such as "captions sand". A missing or
 * misspelled motif becomes the plain clip, a ground ink.
 */
export function coverOf(text: string | null): Cover {
  const words = (text ?? '').split(/\s+/)
  return {
    motif: coverMotifs.find((name) => words.includes(name)) ?? 'clip',
    ground: coverGrounds.find((name) => words.includes(name)) ?? 'ink',
  }
}
