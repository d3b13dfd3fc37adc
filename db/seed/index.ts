import { recordAudit } from '#app/audit/audit.server.ts'
import { listArticles } from '#app/pages/documents/articles.server.ts'
import { continueNumbers, db } from '../engine.ts'
import { beginDemoData, clearDemoData, endDemoData } from './content.ts'
import { countEvents } from './figures.ts'
import { seedLinks } from './links.ts'
import { seedOutreach } from './outreach.ts'
import { seedMessages, seedSubscribers, seedUsers } from './people.ts'
import { planOf } from './plan.ts'
import { addOwnDecisions, seedPosts } from './posts.ts'
import { seedReports } from './reports.ts'
import { type Act, madeUpEvents } from './visits.ts'

const actor = { id: null, label: 'command line', requestId: null }

/** Fills an empty database. The same seed makes the same rows. */
export async function fillDemo(options: { rows: number; seed: number }): Promise<void> {
  const articles = (await listArticles('en')).flatMap(({ slug, publishedAt }) =>
    publishedAt === null ? [] : [{ path: `/blog/${slug}`, publishedAt }],
  )
  const plan = planOf(options, Date.now(), articles)
  await beginDemoData()
  const decisions = await seedReports(plan)
  addOwnDecisions(decisions, plan)
  const isRemoved = (post: number, at: number) =>
    decisions.get(post)?.findLast((decision) => decision.at <= at)?.to === 'removed'
  const acts: Act[][] = []
  await countEvents(madeUpEvents(plan, isRemoved, acts), plan.now)
  await seedPosts(plan, acts, decisions)
  await seedUsers(plan)
  await seedSubscribers(plan)
  await seedMessages(plan)
  await seedOutreach(plan, await seedLinks(plan))
  await continueNumbers(db)
  await endDemoData()
  await recordAudit({ actor, action: 'demo.seeded', after: options })
}

/** Removes all demo data, and what was added since (`later`, in words). */
export async function emptyDemo(later: string[]): Promise<void> {
  await clearDemoData()
  await recordAudit({ actor, action: 'demo.cleared', after: { alsoCleared: later.join(', ') } })
}
