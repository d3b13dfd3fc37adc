export function filterText(filter: Readonly<Record<string, string>>): string {
  const { q, ...others } = filter
  const parts = [
    ...(q === undefined ? [] : [`search “${q}”`]),
    ...Object.entries(others).map(([name, value]) => `${name} ${value}`),
  ]
  return parts.length === 0 ? 'No filter: the whole list.' : `Filter: ${parts.join(', ')}.`
}
