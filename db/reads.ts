import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  HandleEmptyInListsPlugin,
  Kysely,
  ParensNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  replaceWithNoncontingentExpression,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { databaseIsShared, db } from './engine.ts'
import type { Database } from './schema.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** A database, or a transaction, that is only read. */
export type Reads = Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>

type Asked = {
  query: CompiledQuery
  resolve: (result: QueryResult<unknown>) => void
  reject: (error: unknown) => void
}

let asked: Asked[] = []

/** Keeps a query until the turn of the event loop ends. */
function ask(query: CompiledQuery): Promise<QueryResult<unknown>> {
  return new Promise((resolve, reject) => {
    if (asked.length === 0) setImmediate(sendAsked)
    asked.push({ query, resolve, reject })
  })
}

function sendAsked(): void {
  const all = asked
  asked = []
  const same = Map.groupBy(all, ({ query }) => JSON.stringify([query.sql, query.parameters]))
  void send([...same.values()])
}

/** Answers each group's query, which is the same for all in it. */
async function send(groups: Asked[][]): Promise<void> {
  const queries = groups.flatMap(([first]) => (first === undefined ? [] : [first.query]))
  let answers: unknown[][] | null = null
  try {
    answers = await answersTo(queries)
  } catch (error) {
    // Each by itself would wait as long again, unless one of their tables was refused.
    if (error instanceof DatabaseUnavailableError && error.reason !== 'refused') {
      for (const { reject } of groups.flat()) reject(error)
      return
    }
    // If one can't be answered, the others still are.
    process.emitWarning(error instanceof Error ? error : String(error))
  }
  groups.forEach((group, index) => {
    const rows = answers?.[index]
    const query = queries[index]
    for (const { resolve, reject } of group) {
      if (rows !== undefined) resolve({ rows })
      else if (query !== undefined) db.executeQuery(query).then(resolve, reject)
    }
  })
}

/** Returns the rows of each query, read by one statement. */
async function answersTo(queries: CompiledQuery[]): Promise<unknown[][] | null> {
  // Its rows need no detour, nor does its error.
  if (queries.length === 1) return null
  const lists = await db
    .selectNoFrom(
      queries.map(({ query }, index) =>
        jsonArrayFrom<unknown>({
          expressionType: undefined,
          toOperationNode: () => ParensNode.create(query),
        }).as(`list${index}`),
      ),
    )
    .executeTakeFirstOrThrow()
  return Object.values(lists)
}

class AskingDriver extends DummyDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: ask as DatabaseConnection['executeQuery'],
      // biome-ignore lint/correctness/useYield: nothing streams here.
      async *streamQuery() {
        throw new TypeError('Not for streams')
      },
    }
  }
}

function together(): Kysely<Database> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new AskingDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    // As of the connection that sends a query which is alone.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

/**
 * Reads quick figures for pages. On a database server, those that are asked for in the same turn of
 * the event loop, as by `Promise.all`, are one statement: a page waits once for the network. Columns
 * are numbers and texts. Never within a transaction.
 */
export const reads: Reads = databaseIsShared ? together() : db
