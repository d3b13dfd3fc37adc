/**
 * Set by a back-office page while it refreshes its figures: such requests don't count as use of the
 * session, which would never end otherwise.
 */
export const renewalCookie = 'renewal=1'
