/**
 * Cookie in which a back-office page lists the ids of the messages it has shown, separated by dots.
 * The server repeats the others, since any load can be overtaken by another.
 */
export const shownMessagesCookie = 'shown-messages'
