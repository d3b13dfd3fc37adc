import {
  botName,
  channelName,
  countryName,
  failureName,
  formatName,
  languageName,
  platformName,
  scrollName,
} from '#app/analytics/code-names.ts'
import { type Dimension, isOfVisitors, type Metrics } from '#app/analytics/dimensions.ts'
import type { Filters } from '#app/analytics/report.server.ts'
import { sourceName } from '#app/analytics/source-name.server.ts'
import { figure, share } from '#app/i18n/figure-text.ts'
import { formatBytes, formatDuration } from '#app/i18n/format.ts'

type Figure = { label: string; text: (sum: Metrics) => string }

/** One table of a section: a dimension's keys, largest first. */
export type Breakdown = {
  /** The table's name in the export. */
  id: string
  dimension: Dimension
  title: string
  /** The metrics behind its figures. */
  metrics: (keyof Metrics)[]
  /** The rows' order, and the length of their bars. */
  weight: (sum: Metrics) => number
  figures: Figure[]
  /** The order of the keys, if it isn't by weight. */
  compare?: (a: string, b: string) => number
  /** The keys in this table. All if left out. */
  holds?: (key: string) => boolean
  name?: (key: string) => string
}

export type Section = { id: string; title: string; breakdowns: Breakdown[] }

const visitors: Figure = { label: 'Visitors', text: ({ visitors }) => figure(visitors) }
const views: Figure = { label: 'Views', text: ({ views }) => figure(views) }
const saves: Figure = { label: 'Downloads', text: ({ saves }) => figure(saves) }
const lookups: Figure = { label: 'Look-ups', text: ({ lookups }) => figure(lookups) }
const failedLookups: Figure = {
  label: 'Failed look-ups',
  text: (sum) => figure(sum.failed_lookups),
}
const failedSaves: Figure = {
  label: 'Failed downloads',
  text: (sum) => figure(sum.failed_saves),
}
const readTime: Figure = {
  label: 'Time read',
  text: ({ reads, read_ms }) => (reads === 0 ? '–' : formatDuration(read_ms / reads / 1000)),
}

function byVisitors(dimension: Dimension, title: string, name?: Breakdown['name']): Breakdown {
  const weight = (sum: Metrics) => sum.visitors
  return {
    id: dimension,
    dimension,
    title,
    metrics: ['visitors', 'views', 'saves'],
    weight,
    figures: [visitors, views, saves],
    name,
  }
}

const isArticle = (path: string) => path.startsWith('/blog/')

/** The page's sections in order. Each shows one of its tables. */
export const sections: Section[] = [
  {
    id: 'traffic',
    title: 'Traffic sources',
    breakdowns: [
      byVisitors('channel', 'Channels', channelName),
      byVisitors('source', 'Sources', sourceName),
      byVisitors('campaign', 'Campaigns'),
    ],
  },
  {
    id: 'visitors',
    title: 'User demographics',
    breakdowns: [
      byVisitors('country', 'Countries', countryName),
      byVisitors('language', 'Languages', languageName),
      byVisitors('device', 'Devices'),
      byVisitors('browser', 'Browsers'),
      byVisitors('os', 'Operating systems'),
    ],
  },
  {
    id: 'downloads',
    title: 'Download trends',
    breakdowns: [
      {
        id: 'format',
        dimension: 'format',
        title: 'Formats',
        name: formatName,
        metrics: ['saves', 'failed_saves', 'bytes'],
        weight: (sum) => sum.saves + sum.failed_saves,
        figures: [
          saves,
          {
            label: 'Success',
            text: (sum) => share(sum.saves, sum.saves + sum.failed_saves),
          },
          { label: 'Sent', text: ({ bytes }) => formatBytes(bytes, 'en') },
        ],
      },
      {
        id: 'platform',
        dimension: 'platform',
        title: 'Platforms',
        name: platformName,
        metrics: ['lookups', 'saves', 'failed_lookups', 'failed_saves'],
        weight: (sum) => sum.lookups + sum.saves + sum.failed_lookups,
        figures: [
          lookups,
          {
            label: 'Found',
            text: (sum) => share(sum.lookups, sum.lookups + sum.failed_lookups),
          },
          saves,
        ],
      },
      {
        id: 'error',
        dimension: 'error',
        title: 'Failure causes',
        name: failureName,
        metrics: ['failed_lookups', 'failed_saves'],
        weight: (sum) => sum.failed_lookups + sum.failed_saves,
        figures: [failedLookups, failedSaves],
      },
    ],
  },
  {
    id: 'content',
    title: 'Popular content',
    breakdowns: [
      {
        id: 'post',
        dimension: 'post',
        title: 'Posts',
        metrics: ['lookups', 'saves'],
        weight: (sum) => sum.saves + sum.lookups,
        figures: [lookups, saves],
      },
      {
        id: 'page',
        dimension: 'path',
        title: 'Pages',
        metrics: ['views', 'reads', 'read_ms'],
        weight: (sum) => sum.views,
        figures: [views, readTime],
        holds: (path) => !isArticle(path),
      },
      {
        id: 'article',
        dimension: 'path',
        title: 'Articles',
        metrics: ['views', 'reads', 'read_ms'],
        weight: (sum) => sum.views,
        figures: [views, readTime],
        holds: isArticle,
      },
      {
        id: 'scroll',
        dimension: 'scroll',
        title: 'Scroll depth',
        metrics: ['reads'],
        weight: (sum) => sum.reads,
        figures: [{ label: 'Readers', text: ({ reads }) => figure(reads) }],
        name: scrollName,
        compare: (a, b) => Number(a) - Number(b),
      },
    ],
  },
  {
    id: 'bots',
    title: 'Not counted',
    breakdowns: [
      {
        id: 'bot',
        dimension: 'bot',
        title: 'Bots and others left out',
        name: botName,
        metrics: ['bots'],
        weight: (sum) => sum.bots,
        figures: [{ label: 'Requests', text: ({ bots }) => figure(bots) }],
      },
    ],
  },
]

export const dimensionNames: Record<Dimension, string> = {
  path: 'Page',
  channel: 'Channel',
  source: 'Source',
  country: 'Country',
  language: 'Language',
  device: 'Device',
  browser: 'Browser',
  os: 'Operating system',
  format: 'Format',
  error: 'Failure cause',
  post: 'Post',
  scroll: 'Scroll depth',
  bot: 'Left out as',
  platform: 'Platform',
  campaign: 'Campaign',
}

export function breakdownBy(filter: Dimension): Breakdown | undefined {
  return sections
    .flatMap(({ breakdowns }) => breakdowns)
    .find(({ dimension }) => dimension === filter)
}

/** Returns the breakdown of a filter's dimension, if only some of a visitor's events have it. */
function ownBreakdown(filter: Dimension): Breakdown | undefined {
  return isOfVisitors(filter) ? undefined : breakdownBy(filter)
}

/** Higher for dimensions that fewer kinds of events have. All events have those not listed here. */
const narrowness: Partial<Record<Dimension, number>> = {
  path: 1,
  platform: 1,
  post: 1,
  format: 2,
  error: 3,
  scroll: 3,
  bot: 3,
}

/**
 * Returns a breakdown within filters. Visitors aren't counted by page or by saved format, so then
 * other dimensions show views or saves instead.
 */
export function breakdownWithin(breakdown: Breakdown, filters: Filters): Breakdown {
  return filters.reduce<Breakdown>(
    (within, { dimension }) => withinOne(within, dimension),
    breakdown,
  )
}

function withinOne(breakdown: Breakdown, filter: Dimension): Breakdown {
  const own = ownBreakdown(filter)
  if (own === undefined) return breakdown
  const isWider = (narrowness[breakdown.dimension] ?? 0) < (narrowness[own.dimension] ?? 0)
  if (!isWider) return breakdown
  if (own.dimension === 'error' && breakdown.dimension === 'format') {
    // A look-up has no format, so it doesn't count as an unknown one.
    const weight = (sum: Metrics) => sum.failed_saves
    return { ...breakdown, metrics: ['failed_saves'], weight, figures: [failedSaves] }
  }
  const { metrics, weight, figures } = own
  return { ...breakdown, metrics, weight, figures }
}

/** Returns the filter's dimension that a figure isn't counted within, or null if it's counted. */
export function unknownWithin(metric: keyof Metrics, filters: Filters): Dimension | null {
  const at = filters.find(({ dimension }) => {
    const own = ownBreakdown(dimension)
    return own !== undefined && !own.metrics.includes(metric)
  })
  return at?.dimension ?? null
}

export function topFigures(filters: Filters) {
  const failures = filters.some(({ dimension }) => dimension === 'error')
  return [
    { label: 'Visitors', metric: 'visitors' },
    { label: 'Page views', metric: 'views' },
    failures
      ? { label: 'Failed look-ups', metric: 'failed_lookups' }
      : { label: 'Look-ups', metric: 'lookups' },
    failures
      ? { label: 'Failed downloads', metric: 'failed_saves' }
      : { label: 'Downloads', metric: 'saves' },
  ] as const satisfies { label: string; metric: keyof Metrics }[]
}
