/** What a visitor can choose; `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The key that the choice is kept under, on the visitor's device only. */
export const themeKey = 'theme'

/**
 * Runs inside every page's head, before anything is painted. It's the same on every page, so one
 * hash in the policy allows it and kept pages need nothing from a cookie.
 */
export const themeScript = `try{let t=localStorage.getItem("${themeKey}"),d=document;if(t=="light"||t=="dark"){d.documentElement.dataset.theme=t;d.querySelectorAll("meta[name=theme-color]").forEach(m=>{m.media=m.media.includes(t)?"all":"not all"})}}catch{}`
