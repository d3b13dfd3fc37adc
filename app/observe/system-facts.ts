/** Something that waits for an operator until it is dealt with. */
export type AdminNotification = {
  /** Unique among the items; the anchor of its place on the notifications page. */
  id: string
  /** Whether it does harm while it waits; else it is something to know. */
  urgent: boolean
  title: string
  /** What it means, and what to do. */
  text: string
  /** The page where it is dealt with. */
  href: string
  /** What that page is. */
  linkText: string
  /** Set when every page of the back office says so, and how bad it is. */
  banner?: 'warn' | 'bad'
}

/** One part of the system, and how it is; `warn` wants a look, `bad` does not work. */
export type SystemPart = {
  name: string
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  /** The state in a word or two. */
  state: string
  /** Figures behind it. */
  text: string
}
