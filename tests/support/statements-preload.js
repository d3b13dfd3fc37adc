/**
 * Loaded into a started app before its own code. Counts the statements that each request sends to
 * PostgreSQL, and their rounds: answers are held back until none is missing and no more statements
 * come, so that those which don't wait for each other are of one round on any machine.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'

/** Longer than a request computes between two statements of a round. */
const quietMs = 30

const requests = new AsyncLocalStorage()

subscribe('http.server.request.start', ({ request, response }) => {
  const counted = { statements: 0, rounds: 0, missing: 0, held: [], timer: undefined }
  requests.enterWith(counted)
  response.once('finish', () => {
    const { statements, rounds } = counted
    process.send({ counted: request.url, statements, rounds })
  })
})

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...all) {
  const counted = requests.getStore()
  const answer = query.apply(this, all)
  return counted === undefined ? answer : inItsRound(counted, answer)
}

async function inItsRound(counted, answer) {
  counted.statements += 1
  counted.missing += 1
  clearTimeout(counted.timer)
  try {
    return await answer
  } finally {
    counted.missing -= 1
    await new Promise((resolve) => {
      counted.held.push(resolve)
      if (counted.missing === 0) counted.timer = setTimeout(endRound, quietMs, counted)
    })
  }
}

function endRound(counted) {
  counted.rounds += 1
  for (const give of counted.held.splice(0)) give()
}
