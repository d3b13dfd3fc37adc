/** For operators whose form is refused, while the database is damaged. */
export const damagedTexts = {
  head: 'Not saved',
  title: 'The database is damaged',
  text: 'Nothing was changed, and nothing can be saved until you restore a backup. Go to Settings, Database, or run npm run admin -- restore on the server.',
}
