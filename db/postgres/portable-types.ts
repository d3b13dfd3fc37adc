import {
  type ColumnDefinitionNode,
  type CreateTableNode,
  DataTypeNode,
  GeneratedNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** PostgreSQL names of SQLite's column types; other types are the same on both. */
const types: Readonly<Record<string, DataTypeNode | RawNode>> = {
  integer: DataTypeNode.create('bigint'),
  real: DataTypeNode.create('double precision'),
  blob: DataTypeNode.create('bytea'),
  // Sorted by bytes, as lists are merged: other collations would skip rows.
  text: RawNode.createWithSql('text collate "C"'),
}

const identity = GeneratedNode.create({ byDefault: true, identity: true })

/**
 * Translates columns made with Kysely's builder, so that one migration runs on both engines:
 * `integer`, `real`, `text`, `blob` and `autoIncrement()` as for SQLite.
 */
export class PortableTypes implements KyselyPlugin {
  readonly #transformer = new ColumnTransformer()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result
  }
}

class ColumnTransformer extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    node: ColumnDefinitionNode,
    queryId: QueryId,
  ): ColumnDefinitionNode {
    const column = super.transformColumnDefinition(node, queryId)
    const { dataType } = column
    const name = DataTypeNode.is(dataType) ? String(dataType.dataType) : ''
    return {
      ...column,
      dataType: types[name] ?? dataType,
      ...(column.autoIncrement && { autoIncrement: false, generated: identity }),
    }
  }

  protected override transformCreateTable(
    node: CreateTableNode,
    queryId: QueryId,
  ): CreateTableNode {
    // Drops `without rowid`.
    const { endModifiers: _, ...table } = super.transformCreateTable(node, queryId)
    return table
  }
}
