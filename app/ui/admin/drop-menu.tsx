import { Ellipsis, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'

/** The menu of a row or a page: opens without a script, one at a time. */
export function DropMenu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Drop className="drop" name="drop">
      <summary className="drop-open" aria-label={label}>
        <Ellipsis aria-hidden="true" size={20} />
      </summary>
      <div className="drop-panel">{children}</div>
    </Drop>
  )
}

/**
 * A `<details>` that closes when something else is pressed, on Escape, which gives the focus back,
 * and when the page has changed.
 */
export function Drop(
  props: Pick<React.ComponentProps<'details'>, 'className' | 'name' | 'children'>,
) {
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
  return <details ref={menu} {...props} onToggle={place} />
}

/** Opens a panel upwards where it would end below the window and has room above, the bar left out. */
function place({ currentTarget: menu }: React.ToggleEvent<HTMLDetailsElement>) {
  menu.removeAttribute('data-up')
  const panel = menu.querySelector('.drop-panel')
  if (!menu.open || panel === null) return
  const bar = document.querySelector('.admin-bar')?.getBoundingClientRect().bottom ?? 0
  const { bottom, height } = panel.getBoundingClientRect()
  const above = menu.getBoundingClientRect().top - bar
  menu.toggleAttribute('data-up', bottom > innerHeight && above > height)
}

type Look = { icon: LucideIcon; danger?: boolean; children: React.ReactNode }

const className = (danger: boolean) => (danger ? 'drop-item drop-danger' : 'drop-item')

/** Leads to a page of the back office, or with `mailto:` out of it; `file` is for downloads. */
export function DropLink({
  href,
  icon: Icon,
  danger = false,
  file = false,
  children,
}: Look & { href: string; file?: boolean }) {
  return (
    <Link className={className(danger)} to={href} reloadDocument={file}>
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
    <button type="submit" className={className(danger)} name={name} value={value}>
      <Icon aria-hidden="true" size={17} />
      {children}
    </button>
  )
}

export function DropLine() {
  return <hr className="drop-line" />
}
