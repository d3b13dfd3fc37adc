/** For operators whose form is refused, while the database is damaged. */
export const damagedTexts = {
  head: 'Not saved',
  title: 'The database is damaged',
  text: 'Nothing was changed. Nothing can be saved until you restore a backup: under Settings, Database, or with npm run admin -- restore on the server.',
}
