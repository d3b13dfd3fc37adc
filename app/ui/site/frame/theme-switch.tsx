import { filledByScript } from '#app/ui/site/page-scripts.tsx'

/**
 * Chooses system, light or dark colors. browser/theme-switch.ts defines its element, invisible
 * until then.
 */
export function ThemeSwitch({
  label,
  system,
  light,
  dark,
  className = '',
}: Record<'label' | 'system' | 'light' | 'dark', string> & { className?: string }) {
  return (
    <theme-switch
      className={`relative block size-[44px] before:pointer-events-none before:absolute before:inset-[12px] before:rounded-full before:border-2 before:bg-[linear-gradient(90deg,transparent_50%,currentcolor_50%)] [&:not(:defined)]:invisible ${className}`}
      data-label={label}
      data-system={system}
      data-light={light}
      data-dark={dark}
      {...filledByScript}
    />
  )
}
