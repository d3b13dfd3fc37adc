import { button as siteButton } from '#app/ui/button.ts'

/** The site's button in the back office's size, dimmed while the page is sending. */
export function button({
  look,
  className = '',
}: {
  look?: 'primary' | 'quiet' | 'danger' | 'danger-quiet'
  className?: string
} = {}): string {
  return siteButton({
    look,
    size: 'small',
    className: `group-aria-busy/main:cursor-progress group-aria-busy/main:opacity-60 ${className}`,
  })
}
