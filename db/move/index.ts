import { openSource as openServerSource } from '../postgres/move-source.ts'
import { openTarget as openServerTarget } from '../postgres/move-target.ts'
import { openSource as openFileSource } from '../sqlite/move-source.ts'
import { makeNewDatabase } from '../sqlite/move-tables.ts'
import { openTarget as openFileTarget } from '../sqlite/move-target.ts'
import { type MoveResult, moveRows, type Progress } from './move.ts'
import type { Source, Target } from './sides.ts'

type Salts = ReadonlyMap<number, Buffer>

/** Moves all rows of a file into an empty PostgreSQL database; its servers will use `secrets`. */
export async function moveToServer(
  order: { file: string; url: string; secrets: readonly [string, ...string[]]; salts: Salts },
  progress: Progress,
): Promise<MoveResult> {
  const { file, url, secrets, salts } = order
  return moveBetween(openFileSource(file), () => openServerTarget(url, secrets, salts), progress)
}

/**
 * Moves all rows of a PostgreSQL database into a new file. `secrets` are those that will be used
 * with the file. Null if unknown here.
 */
export async function moveToFile(
  order: { url: string; file: string; secrets: readonly string[] | null },
  progress: Progress,
): Promise<MoveResult & { salts: Salts }> {
  const source = await openServerSource(order.url, order.secrets)
  const result = await moveBetween(source, async () => openFileTarget(order.file), progress)
  return { ...result, salts: source.salts }
}

async function moveBetween(
  source: Source,
  openTarget: () => Promise<Target>,
  progress: Progress,
): Promise<MoveResult> {
  try {
    const unused = await makeNewDatabase()
    try {
      const target = await openTarget()
      try {
        return await moveRows(source, target, unused, progress)
      } finally {
        await target.close()
      }
    } finally {
      await unused.close()
    }
  } finally {
    await source.close()
  }
}
