import { Ellipsis, type LucideIcon } from 'lucide-react'

/** The menu of a row or a page: opens without a script, one at a time. */
export function DropMenu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <details className="drop" name="drop" data-drop>
      <summary className="drop-open" aria-label={label}>
        <Ellipsis aria-hidden="true" size={20} />
      </summary>
      <div className="drop-panel">{children}</div>
    </details>
  )
}

type Look = { icon: LucideIcon; danger?: boolean; children: React.ReactNode }

const className = (danger: boolean) => (danger ? 'drop-item drop-danger' : 'drop-item')

export function DropLink({ href, icon: Icon, danger = false, children }: Look & { href: string }) {
  return (
    <a className={className(danger)} href={href}>
      <Icon aria-hidden="true" size={17} />
      {children}
    </a>
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
