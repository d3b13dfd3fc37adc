import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  HandleEmptyInListsPlugin,
  InsertQueryNode,
  Kysely,
  type OperationNode,
  ParensNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type QueryResult,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { databaseIsShared, db, upkeepDb } from './engine.ts'
import type { Database } from './schema.ts'
import { DatabaseUnavailableError } from './unavailable.ts'

/** A database, or a transaction, that is only read. */
export type Reads = Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'getExecutor'>

type Asked = {
  query: CompiledQuery
  resolve: (result: QueryResult<unknown>) => void
  reject: (error: unknown) => void
}

/** Keeps queries until the turn of the event loop ends, and then asks `executor` all of them. */
function createQueue(executor: Kysely<Database>) {
  let asked: Asked[] = []

  function sendAsked(): void {
    const all = asked
    asked = []
    const same = Map.groupBy(all, ({ query }) => JSON.stringify([query.sql, query.parameters]))
    void send(executor, [...same.values()])
  }

  return function ask(query: CompiledQuery): Promise<QueryResult<unknown>> {
    return new Promise((resolve, reject) => {
      if (asked.length === 0) setImmediate(sendAsked)
      asked.push({ query, resolve, reject })
    })
  }
}

/** Answers each group's query, which is the same for all in it. */
async function send(executor: Kysely<Database>, groups: Asked[][]): Promise<void> {
  const queries = groups.flatMap(([first]) => (first === undefined ? [] : [first.query]))
  let answers: unknown[][] | null = null
  try {
    answers = await answersTo(executor, queries)
  } catch (error) {
    const isFault = error instanceof DatabaseUnavailableError
    // Each by itself would wait as long again, unless one of their tables was refused, or a write.
    if (isFault && error.reason !== 'refused' && !queries.some(isInsert)) {
      for (const { reject } of groups.flat()) reject(error)
      return
    }
    // If one can't be answered, the others still are.
    if (!isFault || error.reason === 'refused')
      process.emitWarning(error instanceof Error ? error : String(error))
  }
  groups.forEach((group, index) => {
    const rows = answers?.[index]
    const query = queries[index]
    for (const { resolve, reject } of group) {
      if (rows !== undefined) resolve({ rows })
      else if (query !== undefined) executor.executeQuery(query).then(resolve, reject)
    }
  })
}

const isInsert = ({ query }: CompiledQuery) => InsertQueryNode.is(query)

const asExpression = (node: OperationNode) => ({
  expressionType: undefined,
  toOperationNode: () => node,
})

/** Returns the rows of each query, answered by one statement. */
async function answersTo(
  executor: Kysely<Database>,
  queries: CompiledQuery[],
): Promise<unknown[][] | null> {
  // Its rows need no detour, nor does its error.
  if (queries.length === 1) return null
  let inserting: QueryCreator<Database> = executor
  const lists = queries.map((one, index) => {
    const name = `list${index}`
    if (!isInsert(one))
      return jsonArrayFrom<unknown>(asExpression(ParensNode.create(one.query))).as(name)
    inserting = inserting.with(name, () => asExpression(one.query))
    return jsonArrayFrom<unknown>(sql`(select * from ${sql.ref(name)})`).as(name)
  })
  return Object.values(await inserting.selectNoFrom(lists).executeTakeFirstOrThrow())
}

function together(executor: Kysely<Database>): Kysely<Database> {
  const ask = createQueue(executor)
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
 * the event loop, as by `Promise.all`, are one statement: a page waits once for the network.
 * Columns are numbers and texts. Never within a transaction.
 */
export const reads: Reads = databaseIsShared ? together(db) : db

/**
 * Asks like `reads` what keeps the site running, as `upkeepDb` does. It can insert too: if that
 * fails, the others are still answered.
 */
export const upkeepTogether: Kysely<Database> = databaseIsShared ? together(upkeepDb) : upkeepDb
