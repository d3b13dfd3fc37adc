export const note = 'rounded-e-lg border-s-4 border-mint bg-sunken px-4 py-3'
