import { recordAudit } from '#app/audit/audit.server.ts'
import { listArticles } from '#app/pages/documents/articles.server.ts'
import { beginDemoData, clearDemoData, endDemoData } from './content.ts'
import { seedFigures } from './figures.ts'
import { seedLinks } from './links.ts'
import { seedMessages } from './messages.ts'
import { seedOutreach } from './outreach.ts'
import { seedSubscribers, seedUsers } from './people.ts'
import { planOf } from './plan.ts'
import { seedPosts } from './posts.ts'
import { createRandom } from './random.ts'
import { seedReports } from './reports.ts'

export { type Found, laterContent, presentContent } from './content.ts'
export { beginCounting } from './figures.ts'

const actor = { id: null, label: 'command line', requestId: null }

/** Fills an empty database, after `beginCounting`; `say` hears what is being made. The same seed makes the same rows. */
export async function fillDemo(
  { rows, seed }: { rows: number; seed: number },
  say: (what: string) => void,
): Promise<void> {
  const articles = (await listArticles('en')).flatMap(({ slug, publishedAt }) =>
    publishedAt === null ? [] : [{ path: `/blog/${slug}`, publishedAt }],
  )
  const plan = planOf(rows, createRandom(seed), Date.now(), articles)
  await beginDemoData()
  say('figures of thirteen months')
  const uses = await seedFigures(plan)
  say('DMCA reports')
  const decisions = await seedReports(plan, uses)
  say('posts')
  await seedPosts(plan, uses, decisions)
  say('users and subscribers')
  await seedUsers(plan)
  await seedSubscribers(plan)
  await seedMessages(plan)
  say('backlinks and campaigns')
  await seedOutreach(plan, await seedLinks(plan))
  await endDemoData()
  await recordAudit({ actor, action: 'demo.seeded', after: { rows, seed } })
}

/** Takes all of it away again, with what came in since (`later`, if known); see clearDemoData. */
export async function emptyDemo(later: number | null): Promise<void> {
  await clearDemoData()
  await recordAudit({ actor, action: 'demo.cleared', after: { alsoCleared: later } })
}
