/** `system` follows the device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Storage key on the visitor's device; the choice isn't sent to the server. */
export const themeKey = 'theme'

/**
 * Runs in every page's head, before the first paint. It is the same on every page, so one hash in
 * the policy allows it and cached pages need no cookie.
 */
export const themeScript = `try{let t=localStorage.getItem("${themeKey}"),d=document;if(t=="light"||t=="dark"){d.documentElement.dataset.theme=t;d.querySelectorAll("meta[name=theme-color]").forEach(m=>{m.media=m.media.includes(t)?"all":"not all"})}}catch{}`
