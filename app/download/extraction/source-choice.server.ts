import type { Actor } from '#app/audit/audit.server.ts'
import type { LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { changeSettings, settingOverrides, sourceOrder } from '#app/settings/settings.server.ts'

/** What an operator can do with a source in the list. */
export type SourceChange = 'up' | 'down' | 'on' | 'off'

/** The environment variable that sets the order in the settings' place; null without one. */
export function sourceOverride(): string | null {
  return settingOverrides().extractionSources ?? null
}

/**
 * Moves a source or turns it on or off, at once; a source that is turned on is asked last. Returns
 * why it can't be done, or null.
 */
export async function changeSource(
  change: SourceChange,
  name: LiveSourceName,
  actor: Actor,
): Promise<string | null> {
  const override = sourceOverride()
  if (override !== null) return `${override} sets the sources, so they can’t be changed here.`
  const order = sourceOrder().filter((source) => source !== 'demo')
  const next = changed(order, change, name)
  if (next.length === 0) return 'At least one source has to stay on.'
  await changeSettings({ extractionSources: next }, actor)
  return null
}

function changed(
  order: readonly LiveSourceName[],
  change: SourceChange,
  name: LiveSourceName,
): LiveSourceName[] {
  const others = order.filter((source) => source !== name)
  const index = order.indexOf(name)
  if (change === 'off') return others
  if (change === 'on') return [...others, name]
  if (index < 0) return [...order]
  return others.toSpliced(Math.max(0, index + (change === 'up' ? -1 : 1)), 0, name)
}
