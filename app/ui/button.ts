const looks = {
  primary: 'border-transparent bg-accent font-bold text-on-accent hover:bg-accent-strong',
  quiet: 'border-line bg-surface font-semibold text-text hover:border-text',
  ink: 'border-transparent bg-text font-bold text-page hover:opacity-90',
  danger: 'border-transparent bg-bad font-bold text-page hover:opacity-90',
  'danger-quiet': 'border-line bg-surface font-semibold text-bad hover:border-bad',
}
const sizes = {
  small: 'min-h-10 gap-2 px-4 py-1.5 pointer-coarse:min-h-11',
  regular: 'min-h-12 gap-2.5 px-[min(1.25rem,6.25vw)] py-2',
  large: 'min-h-13 gap-2.5 px-[min(1.5rem,7.5vw)] py-2 text-lg',
}

/**
 * Returns the classes of a button, or of a link that looks like one. Without
 * class-variance-authority, whose 0.7 kB doesn't fit the home page's script budget.
 */
export function button({
  look = 'primary',
  size = 'regular',
  className = '',
}: {
  look?: keyof typeof looks
  size?: keyof typeof sizes
  /** Additional classes that set nothing the look sets. */
  className?: string
} = {}): string {
  return `inline-flex cursor-pointer items-center justify-center rounded-lg border text-center leading-tight [&>svg]:flex-none transition-colors active:translate-y-px disabled:cursor-progress disabled:opacity-80 aria-disabled:cursor-progress aria-disabled:opacity-80 ${looks[look]} ${sizes[size]} ${className}`
}

/** A square around an icon; needs an `aria-label`. In pixels, as icons don't grow with the text. */
export const iconButton =
  'inline-grid size-[44px] flex-none cursor-pointer place-items-center rounded-lg hover:bg-sunken'
