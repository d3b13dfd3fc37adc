/** Where the list of recent downloads is kept on the device. */
export const recentName = 'recent'
/** Where it is kept that no list is wanted. */
export const recentOffName = 'recent-off'
