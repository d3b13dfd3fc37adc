import { field, label } from '#app/ui/field.ts'

const kinds = {
  input: '',
  area: '',
  select: 'cursor-pointer pe-9 text-ellipsis',
  file: 'py-0.75 ps-1 file:me-3 file:min-h-8 file:cursor-pointer file:rounded-sm file:bg-sunken file:px-3 file:font-semibold pointer-coarse:file:min-h-9',
}

export function fieldBox({
  kind = 'input',
  className = '',
}: {
  kind?: keyof typeof kinds
  className?: string
} = {}): string {
  return field({
    size: 'small',
    lines: kind === 'area' ? 'several' : 'one',
    className: `focus-visible:outline-offset-0 ${kinds[kind]} ${className}`,
  })
}

export const fieldLabel = label
export const fieldHint = 'mt-1 text-xs text-muted'
export const fieldProblem = 'mt-1 text-sm font-semibold text-bad'
