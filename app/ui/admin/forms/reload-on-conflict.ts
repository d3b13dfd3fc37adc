import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * A route's `shouldRevalidate`: loads it after an answer of 409 too. Someone else was first then, so
 * the screen has changed and a message says who; after other refusals what was typed is enough.
 */
export function reloadOnConflict({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate
}
