export const link = 'text-link underline underline-offset-4 hover:decoration-2'
