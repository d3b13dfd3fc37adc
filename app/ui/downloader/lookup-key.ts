/** The look-up of a page, for parts of it that must not lose what was found. */
export const lookupKey = 'lookup'
