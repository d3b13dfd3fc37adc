import { cva } from 'class-variance-authority'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

/** The menu of a row or a page: opens without a script, one at a time. */
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
 * A `<details>` that closes when something else is pressed, on Escape or when a form in it is sent,
 * which both give the focus back, and when the page has changed.
 */
export function Drop({
  className,
  isOpen,
  onOpen,
  ...details
}: Pick<React.ComponentProps<'details'>, 'className' | 'name' | 'children'> & {
  /** Whether it is open to begin with. */
  isOpen?: boolean
  onOpen?: () => void
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shown = useRef(key)
  // Only a new location closes it: a menu that was opened before React was here stays open.
  useEffect(() => {
    if (shown.current !== key && menu.current !== null) menu.current.open = false
    shown.current = key
  }, [key])
  useEffect(() => {
    const { current } = menu
    if (current === null) return
    const press = ({ target }: Event) => {
      if (current.open && target instanceof Node && !current.contains(target)) current.open = false
    }
    const type = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !current.open) return
      current.open = false
      current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', press)
    document.addEventListener('keydown', type)
    return () => {
      document.removeEventListener('click', press)
      document.removeEventListener('keydown', type)
    }
  }, [])
  return (
    <details
      ref={menu}
      {...details}
      open={isOpen || undefined}
      className={`group/drop ${className}`}
      onToggle={(event) => {
        place(event)
        if (event.currentTarget.open) onOpen?.()
      }}
      onKeyDown={moveFocus}
      onSubmit={({ currentTarget, defaultPrevented }) => {
        if (!defaultPrevented) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus({ preventScroll: true })
      }}
    />
  )
}

/** Arrow keys open a menu and move between its links and buttons; Home and End to the ends. */
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

/** Opens a panel upwards where it would end below the window and has room above, below the bar. */
function place({ currentTarget: menu }: React.ToggleEvent<HTMLDetailsElement>) {
  menu.removeAttribute('data-up')
  const panel = menu.lastElementChild
  if (!menu.open || panel === null) return
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const { bottom, height } = panel.getBoundingClientRect()
  const above = menu.getBoundingClientRect().top - bar
  menu.toggleAttribute('data-up', bottom > innerHeight && above > height)
}

/** What a `Drop` opens. In the last rows of a list it opens upwards, without a script too. */
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

/** A link or a button in a menu. */
export const dropItem = cva(
  'flex min-h-10 pointer-coarse:min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-start hover:bg-sunken [&>svg]:flex-none',
  {
    variants: { danger: { true: 'text-bad', false: '[&>svg]:text-muted' } },
    defaultVariants: { danger: false },
  },
)

/** Leads to a page of the back office, or with `mailto:` out of it; `file` is for downloads. */
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

/** Sends the form around it with its name and value. */
export function DropButton({
  name,
  value,
  icon: Icon,
  danger = false,
  children,
}: Look & { name: string; value: string }) {
  return (
    <button type="submit" className={dropItem({ danger })} name={name} value={value}>
      <Icon aria-hidden="true" size={17} />
      {children}
    </button>
  )
}

export function DropLine() {
  return <hr className="my-1 border-line" />
}

/** A remark in a menu. */
export function DropNote({ children }: { children: React.ReactNode }) {
  return <div className="max-w-60 px-3 py-1.5 text-muted text-xs">{children}</div>
}
