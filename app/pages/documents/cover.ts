/** The drawings of `app/pages/blog/covers.svg`, each under the name of its symbol. */
export const coverMotifs = [
  'clip',
  'archive',
  'blocks',
  'box',
  'captions',
  'credit',
  'images',
  'length',
  'link',
  'names',
  'pages',
  'phone',
  'seal',
  'sound',
  'timeline',
] as const

/** The colors behind a drawing. */
export const coverGrounds = ['ink', 'coral', 'mint', 'sand'] as const

export type Cover = {
  motif: (typeof coverMotifs)[number]
  ground: (typeof coverGrounds)[number]
}

/**
 * Reads an article's `cleanclip:cover`, a motif and a ground such as "captions sand". What it leaves
 * out or misspells is the plain clip on ink.
 */
export function coverOf(text: string | null): Cover {
  const words = (text ?? '').split(/\s+/)
  return {
    motif: coverMotifs.find((name) => words.includes(name)) ?? 'clip',
    ground: coverGrounds.find((name) => words.includes(name)) ?? 'ink',
  }
}
