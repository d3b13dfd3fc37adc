import { foldCase } from './fold-case.ts'

/**
 * Substring search over millions of rows: a table keeps its searchable text folded in a column, and
 * triggers keep an FTS5 index of every run of one to three characters of it (see 0002-accounts).
 * What few rows contain is found by the index, what many contain by reading on in the list's order
 * until a page is full. A sample of the rows says how many there are about.
 */

const longestTerm = 100
const gramLength = 3
/** More runs make the candidates hardly fewer, and each costs a list to read. */
const mostGrams = 3
const sampleMaxAgeMs = 10 * 60_000

/** What somebody searches for: the folded text, as the search column contains it. */
export type SearchTerm = string

/** Null when there is nothing to search for, and everything is to be listed. */
export function searchTerm(typed: string): SearchTerm | null {
  const term = foldCase(typed.replace(/\p{Cc}/gu, ' '))
    .trim()
    .slice(0, longestTerm)
  return term === '' ? null : term
}

/** Some texts of a group of rows, to guess from. */
export type Sample = { texts: string[]; groupSize: number; takenAt: number }

/** Keeps a sample for each group. One that is old, or of another size, is replaced in passing. */
export function createSampler<Group extends string>(take: (group: Group) => Promise<string[]>) {
  const samples = new Map<Group, Sample>()
  const underWay = new Map<Group, Promise<Sample>>()

  function renew(group: Group, groupSize: number): Promise<Sample> {
    const running = underWay.get(group)
    if (running !== undefined) return running
    const work = take(group)
      .then((texts) => {
        const sample = { texts, groupSize, takenAt: Date.now() }
        samples.set(group, sample)
        return sample
      })
      .finally(() => underWay.delete(group))
    underWay.set(group, work)
    return work
  }

  return async (group: Group, groupSize: number): Promise<Sample> => {
    const known = samples.get(group)
    if (known === undefined) return renew(group, groupSize)
    const fresh =
      Date.now() - known.takenAt < sampleMaxAgeMs &&
      Math.abs(known.groupSize - groupSize) <= groupSize / 5
    if (!fresh) renew(group, groupSize).catch(() => {})
    return known
  }
}

/** About how many rows of some groups contain a text. */
export function expectedMatches(text: string, samples: readonly Sample[]): number {
  return samples.reduce((sum, { texts, groupSize }) => {
    const hits = texts.filter((sampled) => sampled.includes(text)).length
    return sum + (texts.length === 0 ? 0 : (hits / texts.length) * groupSize)
  }, 0)
}

/** An estimate as people read it: two figures that count. */
export function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.round(count / unit) * unit
}

/**
 * The FTS5 query for rows that may contain the term, of one status or of all (null): they have its
 * rarest runs of characters, as the samples have them. For terms of up to three characters they do
 * contain it. Null when answering means to go through more than `mostEntries` rows' entries.
 */
export function indexQuery(
  term: SearchTerm,
  status: string | null,
  samples: readonly Sample[],
  mostEntries: number,
): string | null {
  const all = samples.reduce((sum, { groupSize }) => sum + groupSize, 0)
  const rarest = [...new Set(grams(term))]
    .map((gram) => ({
      token: Buffer.from(gram).toString('hex'),
      entries: expectedMatches(gram, samples),
    }))
    .sort((a, b) => a.entries - b.entries)
    .slice(0, mostGrams)
  const tokens: string[] = []
  let sum = 0
  for (const next of [...rarest, ...(status === null ? [] : [{ token: status, entries: all }])]) {
    sum += next.entries
    if (sum <= mostEntries) tokens.push(next.token)
  }
  return tokens.length === 0 ? null : tokens.map((token) => `"${token}"`).join(' AND ')
}

/** The runs of three characters of a term, or the term itself when it is shorter. */
function grams(term: SearchTerm): string[] {
  const characters = [...term]
  const count = Math.max(1, characters.length - gramLength + 1)
  return Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + gramLength).join(''),
  )
}
