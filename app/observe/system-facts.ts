/** Something that an operator has to deal with. */
export type AdminNotification = {
  /** Unique; its anchor on the notifications page. */
  id: string
  /** True if it does harm until then, false if it is only worth knowing. */
  urgent: boolean
  title: string
  /** Its meaning, and what to do. */
  text: string
  /** The page to deal with it. */
  href: string
  /** That page's name. */
  linkText: string
  /** Set if every page of the back office shows it: how serious it is. */
  banner?: 'warn' | 'bad'
}

/** A part of the system and its state: `warn` needs attention, `bad` doesn't work. */
export type SystemPart = {
  name: string
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  /** The state in a word or two. */
  state: string
  /** The figures behind it. Empty if the state is enough. */
  text: string
}
