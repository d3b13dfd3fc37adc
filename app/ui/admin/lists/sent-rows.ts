import { useFetchers } from 'react-router'

export function useBusyRows(): ReadonlySet<string> {
  return new Set(useFetchers().flatMap(({ formData }) => formData?.getAll('id').map(String) ?? []))
}

/**
 * Returns the status a row will have once the pending forms to `action` succeed, from their button
 * or Undo; undefined if none changes it.
 */
export function useSentStatus<Status extends string>(
  action: string,
  id: string,
  statuses: readonly Status[],
  statusAfter: Readonly<Record<string, Status>> = {},
): Status | undefined {
  const found = useFetchers().flatMap(({ formAction, formData }) => {
    if (formAction !== action || formData === undefined) return []
    const undone = statuses.filter((status) => formData.getAll(status).includes(id))
    const next = statusAfter[String(formData.get('intent'))]
    return formData.getAll('id').includes(id) && next !== undefined ? [next] : undone
  })
  return found[0]
}
