/** Something that an operator has to deal with. */
export type AdminNotification = {
  /** Unique; its anchor on the notifications page. */
  id: string
  /** Whether it does harm until then, or is only worth knowing. */
  urgent: boolean
  title: string
  /** What it means, and what to do. */
  text: string
  /** The page to deal with it. */
  href: string
  /** That page's name. */
  linkText: string
  /** How serious it is, if every page of the back office shows it. */
  banner?: 'warn' | 'bad'
}

/** A part of the system and its state: `warn` needs attention, `bad` doesn't work. */
export type SystemPart = {
  name: string
  tone: 'good' | 'warn' | 'bad' | 'quiet'
  /** The state in a word or two. */
  state: string
  /** The figures that show it; empty where the state says all. */
  text: string
}
