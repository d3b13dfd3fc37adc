/** Loaded into a started app before its own code. Reports each statement sent to PostgreSQL. */
import pg from 'pg'

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...all) {
  const [statement] = all
  process.send?.({ statement: typeof statement === 'string' ? statement : statement.text })
  return query.apply(this, all)
}
