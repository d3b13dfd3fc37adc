import { foldCase } from '#app/utils/fold-case.ts'

/**
 * Substring search over millions of rows: a table keeps its searchable text folded in a column, and
 * triggers keep an FTS5 index of every run of one to three characters of it (see 0002-accounts).
 * What few rows contain is found by the index, what many contain by reading on in the list's order
 * until a page is full; a sample of the rows tells which.
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

/** About how much of a group contains the term, from 0 to 1. */
export function density(term: SearchTerm, sample: Sample): number {
  const hits = sample.texts.filter((text) => text.includes(term)).length
  return sample.texts.length === 0 ? 0 : hits / sample.texts.length
}

/** An estimate as people read it: two figures that count. */
export function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.round(count / unit) * unit
}

/**
 * The FTS5 query for rows of a group that may contain the term: they have its rarest runs of
 * characters. For terms of up to three characters they do contain it.
 */
export function indexQuery(term: SearchTerm, group: string, sample: Sample): string {
  const frequency = (gram: string) => sample.texts.filter((text) => text.includes(gram)).length
  const rarest = [...new Set(grams(term))]
    .map((gram) => ({ gram, frequency: frequency(gram) }))
    .sort((a, b) => a.frequency - b.frequency)
    .slice(0, mostGrams)
  return [...rarest.map(({ gram }) => Buffer.from(gram).toString('hex')), group]
    .map((token) => `"${token}"`)
    .join(' AND ')
}

/** The runs of three characters of a term, or the term itself when it is shorter. */
function grams(term: SearchTerm): string[] {
  const characters = [...term]
  const count = Math.max(1, characters.length - gramLength + 1)
  return Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + gramLength).join(''),
  )
}
