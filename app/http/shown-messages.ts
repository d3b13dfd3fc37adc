/**
 * The cookie in which a page of the back office names the messages that it has shown, separated by
 * dots. The server repeats the others, since any load can be overtaken by another.
 */
export const shownMessagesCookie = 'shown-messages'
