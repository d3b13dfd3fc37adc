/**
 * What the sender of a notice declares, word for word. Each notice keeps the version and the words
 * that were ticked. A change of a single word is a new version.
 */
export const declarations = {
  version: '2026-11',
  goodFaith:
    'I have a good-faith belief that the use of the material in the manner complained of is not authorized by the copyright owner, its agent, or the law.',
  accuracy:
    'The information in this notice is accurate and, under penalty of perjury, I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed.',
} as const
