export const card = 'rounded-card border border-line bg-surface p-5 lg:p-7'

/** A card whose one link, `cardLink`, covers all of it. */
export const pressCard = `${card} relative transition-colors has-[a:hover]:border-text`
export const cardLink = 'after:absolute after:inset-0 after:rounded-card'

export const badge = 'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-xs font-semibold'
