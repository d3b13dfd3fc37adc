import { cva } from 'class-variance-authority'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useDetails } from './use-details.ts'

/** A row's or page's menu. Opens without a script, one at a time. */
export function DropMenu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Drop className="relative inline-block align-middle" name="drop">
      <summary
        className="grid h-8.5 group-data-compact/row:pointer-fine:h-7 w-10 pointer-coarse:w-11 cursor-pointer place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text group-open/drop:bg-sunken group-open/drop:text-text pointer-coarse:h-11 no-marker"
        aria-label={label}
      >
        <Ellipsis aria-hidden="true" size={20} />
      </summary>
      <DropPanel>{children}</DropPanel>
    </Drop>
  )
}

/**
 * A `<details>` that closes on an outside press, on Escape, when a form in it is sent and when the
 * page changes. After Escape and sending it returns the focus.
 */
export function Drop({
  className,
  startsOpen,
  onOpen,
  ...details
}: Pick<React.ComponentProps<'details'>, 'className' | 'name' | 'children'> & {
  startsOpen?: boolean
  onOpen?: (menu: HTMLDetailsElement) => void
}) {
  const { details: menu, isOpen, close } = useDetails()
  const { key } = useLocation()
  const shown = useRef(key)
  // Only a new location closes it, so a menu opened before hydration stays open.
  useEffect(() => {
    if (shown.current !== key && menu.ref.current !== null) menu.ref.current.open = false
    shown.current = key
  }, [key, menu.ref])
  useEffect(() => {
    if (!isOpen) return
    const press = ({ target }: Event) => {
      const { current } = menu.ref
      if (target instanceof Node && current?.contains(target) === false) current.open = false
    }
    document.addEventListener('click', press)
    return () => document.removeEventListener('click', press)
  }, [isOpen, menu.ref])
  return (
    <details
      {...details}
      ref={menu.ref}
      open={startsOpen || undefined}
      className={`group/drop print:hidden ${className}`}
      onToggle={(event) => {
        menu.onToggle()
        place(event)
        if (event.currentTarget.open) onOpen?.(event.currentTarget)
      }}
      onKeyDown={moveFocus}
      onSubmit={({ defaultPrevented }) => {
        if (defaultPrevented) close()
      }}
    />
  )
}

/** Arrow keys open a menu and move between its items; Home and End go to the ends. */
function moveFocus(event: React.KeyboardEvent<HTMLDetailsElement>): void {
  const { key, target, currentTarget: menu } = event
  if (!(target instanceof HTMLElement) || !target.matches('summary, a, button')) return
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(key)) return
  if (target.matches('summary')) {
    if (!menu.open && !key.startsWith('Arrow')) return
    menu.open = true
  }
  const items = [...menu.querySelectorAll<HTMLElement>('a[href], button:enabled')]
  const here = items.indexOf(target)
  const next = {
    ArrowDown: (here + 1) % items.length,
    ArrowUp: (Math.max(here, 0) - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[key]
  items[next ?? 0]?.focus()
  event.preventDefault()
}

/** Opens a panel upwards if it would end below the window and fits below the bar. */
function place({ currentTarget: menu }: React.ToggleEvent<HTMLDetailsElement>) {
  menu.removeAttribute('data-up')
  const panel = menu.lastElementChild
  if (!menu.open || panel === null) return
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const { bottom, height } = panel.getBoundingClientRect()
  const above = menu.getBoundingClientRect().top - bar
  menu.toggleAttribute('data-up', bottom > innerHeight && above > height)
}

/** A `Drop`'s panel. In a list's last rows it opens upwards, even without a script. */
export function DropPanel({
  className = 'min-w-52',
  children,
}: {
  className?: string
  children: React.ReactNode
}) {
  return (
    <div
      className={`absolute end-0 top-full z-10 my-1 grid rounded-lg border border-line bg-surface p-1 text-text shadow-raised group-data-up/drop:top-auto group-data-up/drop:bottom-full group-data-low/row:top-auto group-data-low/row:bottom-full ${className}`}
    >
      {children}
    </div>
  )
}

type Look = { icon: LucideIcon; danger?: boolean; children: React.ReactNode }

export const dropItem = cva(
  'flex min-h-10 pointer-coarse:min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-start hover:bg-sunken [&>svg]:flex-none',
  {
    variants: { danger: { true: 'text-bad', false: '[&>svg]:text-muted' } },
    defaultVariants: { danger: false },
  },
)

/** Links to a back-office page, or with `mailto:` to an email; `file` is for downloads. */
export function DropLink({
  href,
  icon: Icon,
  danger = false,
  file = false,
  children,
}: Look & { href: string; file?: boolean }) {
  return (
    <Link className={dropItem({ danger })} to={href} reloadDocument={file}>
      <Icon aria-hidden="true" size={17} />
      {children}
    </Link>
  )
}

export function DropButton({
  intent,
  icon: Icon,
  danger = false,
  children,
}: Look & { intent: string }) {
  return (
    <button type="submit" className={dropItem({ danger })} name="intent" value={intent}>
      <Icon aria-hidden="true" size={17} />
      {children}
    </button>
  )
}

export function DropLine() {
  return <hr className="my-1 border-line" />
}

export function DropNote({ children }: { children: React.ReactNode }) {
  return <div className="max-w-60 px-3 py-1.5 text-muted text-xs">{children}</div>
}
