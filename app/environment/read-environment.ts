import { type EnvFile, environmentFaults, readEnvFile } from './env-file.ts'
import { type Env, parseVariables, variableNames } from './variables.ts'

/** The settings and what `.env` adds to the environment, or all that can't be used. */
type Environment =
  | { env: Env; added: Record<string, string>; faults?: never }
  | { faults: string[] }

/** Reads the environment and the bytes of a `.env` file, if there is one. The environment wins. */
export function readEnvironment(
  bytes: Uint8Array | null,
  environment: Record<string, string | undefined>,
): Environment {
  const file: EnvFile =
    bytes === null
      ? { values: new Map(), faults: [] }
      : readEnvFile(bytes, variableNames, environment)
  const added = Object.fromEntries(
    [...file.values]
      .filter(([name]) => environment[name] === undefined)
      .map(([name, { value }]) => [name, value]),
  )
  const parsed = parseVariables({ ...added, ...environment })
  const faults = [
    ...file.faults,
    ...environmentFaults(environment, added, variableNames),
    ...(parsed.faults ?? []).map(({ name, text }) => {
      const line = name in added ? file.values.get(name)?.line : undefined
      const place = line === undefined ? '' : ` (.env line ${line})`
      return `${name}${place}: ${text}`
    }),
  ]
  return parsed.faults !== undefined || faults.length > 0 ? { faults } : { env: parsed.env, added }
}
