/** The visitors who wait for queued work. Both functions are called whenever a queue advances. */
export type Asker = {
  /** True if other work goes first: a batch's look-up, until a visitor wants the same post. */
  isLow: () => boolean
  /** Networks of the waiting visitors. Empty for the site's own work. */
  networks: () => readonly string[]
}

export const theSite: Asker = { isLow: () => false, networks: () => [] }

/** The site's own work, served after visitors'. */
export const theSiteLater: Asker = { ...theSite, isLow: () => true }
