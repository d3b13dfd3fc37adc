/**
 * Set by a page of the back office while it reloads its figures by itself: such requests don't
 * count as a use of the session, which would never end otherwise.
 */
export const renewalCookie = 'renewal=1'
