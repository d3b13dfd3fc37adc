import { z } from 'zod'

/**
 * Parts of platforms' answers. A value of the wrong type counts as missing, so that one odd field
 * doesn't spoil the rest.
 */

export type JsonObject = Record<string, unknown>

const mostDepth = 6
const mostObjects = 5_000

/** A text. Null if it is missing or something else. */
export const text = z.string().nullable().catch(null)

/** The text of a URL, not looked at yet. */
export const address = z.string().max(8192)

/** False if it is missing or something else. */
export const flag = z
  .union([
    z.boolean(),
    z.number().transform((value) => value !== 0),
    z.enum(['true', 'false']).transform((value) => value === 'true'),
  ])
  .catch(false)

/** A number, also written as text. Null for anything else. */
export const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(?:\.\d{1,6})?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null)

/** A picture's width or height. Null for anything else. */
export const pixels = number.transform((value) =>
  value !== null && Number.isInteger(value) && value > 0 && value < 100_000 ? value : null,
)

/** A whole number of zero or more, also written as text. Null for anything else. */
export const count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative())
  .nullable()
  .catch(null)

/** The elements that fit among the first `most`, in order. Empty for anything but a list. */
export function listOf<T>(schema: z.ZodType<T>, most = 1_000) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((elements) =>
      elements.slice(0, most).flatMap((element) => {
        const parsed = schema.safeParse(element)
        return parsed.success ? [parsed.data] : []
      }),
    )
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON. Undefined for anything else. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Finds the object that `isIt` accepts, level by level, up to a depth and a number of objects: an
 * answer wrapped in new names still has it. Null without one.
 */
export function findObject(
  answer: unknown,
  isIt: (value: JsonObject) => boolean,
): JsonObject | null {
  let level: unknown[] = [answer]
  let seen = 0
  for (let depth = 0; depth <= mostDepth && level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      seen += 1
      if (seen > mostObjects) return null
      if (isObject(value) && isIt(value)) return value
      for (const child of Object.values(value)) next.push(child)
    }
    level = next
  }
  return null
}

/**
 * Yields the objects in parsed JSON, outer ones first and in order, as far as `enters` lets them
 * in. Looks at `most` values at most, so that an answer made to take long ends.
 */
export function* objectsIn(
  root: unknown,
  { enters = () => true, most }: { enters?: (one: JsonObject) => boolean; most: number },
): Generator<JsonObject> {
  const stack: unknown[] = [root]
  for (let seen = 0; stack.length > 0 && seen < most; seen += 1) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isObject(value)) {
      if (!enters(value)) continue
      yield value
    }
    for (const child of Object.values(value).reverse()) stack.push(child)
  }
}
