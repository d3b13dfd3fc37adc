/** The look of a link in a text. */
export const link = 'text-link underline underline-offset-4 hover:decoration-2'
