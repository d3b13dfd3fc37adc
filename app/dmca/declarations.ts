/**
 * Declarations of a notice's sender, verbatim. Each notice stores the version and the words that
 * were ticked. Changing a single word makes a new version.
 */
export const declarations = {
  version: '2026-11',
  goodFaith:
    'I have a good-faith belief that the use of the material in the manner complained of is not authorized by the copyright owner, its agent, or the law.',
  accuracy:
    'The information in this notice is accurate and, under penalty of perjury, I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed.',
} as const

/** The same for a counter-notice, by 17 U.S.C. 512(g)(3)(C) and (D). */
export const counterDeclarations = {
  version: '2026-11',
  mistake:
    'I swear, under penalty of perjury, that I have a good-faith belief that the material was removed or disabled as a result of mistake or misidentification of the material to be removed or disabled.',
  jurisdiction:
    'I consent to the jurisdiction of the Federal District Court for the judicial district in which my address is located, or, if my address is outside of the United States, of any judicial district in which the operator of this site may be found, and I will accept service of process from the person who sent the notice or an agent of that person.',
} as const

export const statements = {
  goodFaith: declarations.goodFaith,
  accuracy: declarations.accuracy,
  mistake: counterDeclarations.mistake,
  jurisdiction: counterDeclarations.jurisdiction,
} as const
