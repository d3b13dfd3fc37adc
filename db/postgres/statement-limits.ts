import type pg from 'pg'

type Driver = typeof pg

/** Time limit for a statement and for a lock: as long as SQLite waits for another program. */
export const patienceMs = 10_000

/** As the server shows them. */
const settings = Object.entries({
  statement_timeout: `${patienceMs / 1000}s`,
  lock_timeout: `${patienceMs / 1000}s`,
  idle_in_transaction_session_timeout: '15s',
  // Compiling a statement of many reads, or a roll-up’s, can take longer than running it.
  jit: 'off',
})

/** Longest wait for a connection's end. */
const endMs = 5_000

/** Condition that a connection has the settings. */
export const areInForce = settings
  .map(([name, value]) => `current_setting('${name}') = '${value}'`)
  .join(' and ')
const setLocal = settings.map(([name, value]) => `set local ${name} = '${value}'`).join('; ')

/** Statements that begin a transaction. */
export const opening = /^\s*(begin|start transaction)\b/i

/** Returns true for a pooler or proxy that refuses a connection for one of its settings. */
export function refusesSettings(error: unknown): boolean {
  const { code = '', message } = error as pg.DatabaseError
  return /^(08P01|0A000|22023|42704)$/.test(code) && /parameter|option/i.test(message)
}

/**
 * Returns the class of clients that ask for the limits, and for no JIT, as they connect. Once a
 * pooler has refused that, later ones don't ask. `tls` is called for each connection, since
 * certificates are renewed.
 */
export function limitedClient(driver: Driver, tls: () => pg.ClientConfig['ssl']): Driver['Client'] {
  let isRefused = false
  return class extends driver.Client {
    constructor(config?: pg.ClientConfig) {
      // The pool hides the password from copies.
      super({ ...config, password: config?.password, ssl: tls() })
      const { connection } = this
      const note = (error: unknown) => {
        isRefused ||= refusesSettings(error)
      }
      connection.on('errorMessage', note)
      connection.once('readyForQuery', () => connection.off('errorMessage', note))
    }

    override getStartupConf(): object {
      const asked = isRefused ? {} : Object.fromEntries(settings)
      return { ...super.getStartupConf(), ...asked }
    }

    /** A network that has forgotten the connection would have it end in a quarter of an hour. */
    override end(): Promise<void>
    override end(callback: (error: Error) => void): void
    override end(callback?: (error: Error) => void): unknown {
      const { connection } = this
      const late = setTimeout(() => connection.stream.destroy(), endMs).unref()
      connection.once('end', () => clearTimeout(late))
      return callback === undefined ? super.end() : super.end(callback)
    }
  }
}

/**
 * Limits the statements of a new connection without the settings, since a pooler ignores or refuses
 * them. A transaction sets its own. What runs alone is canceled from here, and may be compiled:
 * settings of a session would stay in the pooler, for other programs.
 */
export function limitStatements(driver: Driver, client: pg.Client): void {
  const send = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  const limited = (statement: unknown, ...more: unknown[]) => {
    const opens = typeof statement === 'string' && opening.test(statement)
    const stop = opens || client.getTransactionStatus() !== 'I' ? () => {} : cancelLate()
    const callback = more.at(-1)
    if (typeof callback === 'function') {
      const answer = (...said: unknown[]) => {
        stop()
        callback(...said)
      }
      return send(statement, ...more.slice(0, -1), answer)
    }
    const answer = send(opens ? `${statement}; ${setLocal}` : statement, ...more)
    answer.then(stop, stop)
    return opens ? answer.then(withoutOurs) : answer
  }
  client.query = limited as pg.Client['query']

  /** Returns what to call at the answer. */
  function cancelLate(): () => void {
    let isCanceled = false
    const timer = setTimeout(() => {
      isCanceled = true
      cancel(driver, client)
    }, patienceMs)
    return () => {
      clearTimeout(timer)
      // A request to cancel that arrives late would end the connection's next statement.
      if (isCanceled) client.end().catch(() => {})
    }
  }
}

/** Leaves the results of what was sent before the limits: one, or several. */
function withoutOurs(results: unknown): unknown {
  const asked = (results as unknown[]).slice(0, -settings.length)
  return asked.length === 1 ? asked[0] : asked
}

/** Asks the server, or the pooler for it, to end what the client runs. */
function cancel(driver: Driver, client: pg.Client): void {
  const { processID, secretKey, sslNegotiation, host, port, ssl } = client
  const connection = new driver.Connection({ ssl, sslNegotiation } as object)
  // Without it, the driver gives up on the statement two seconds later.
  connection.on('error', () => {})
  connection.on('connect', () => {
    if (!ssl) connection.cancel(processID, secretKey)
    else if (sslNegotiation !== 'direct') connection.requestSsl()
  })
  connection.on('sslconnect', () => connection.cancel(processID, secretKey))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
  setTimeout(() => connection.stream.destroy(), patienceMs).unref()
}
