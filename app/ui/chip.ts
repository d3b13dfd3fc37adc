/** One of several links or choices in a row; `aria-current` or `aria-pressed` marks the choice. */
export const chip =
  'inline-flex min-h-11 cursor-pointer items-center rounded-lg border border-line bg-surface px-4 py-1.5 text-sm font-semibold wrap-anywhere hover:border-text aria-[current]:border-text aria-[current]:bg-text aria-[current]:text-page aria-pressed:border-text aria-pressed:bg-text aria-pressed:text-page'
