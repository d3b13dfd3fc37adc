import { type Theme, themeKey, themes } from '#app/http/theme-script.ts'

const { documentElement: root } = document

/** Applies the chosen scheme, and has the browser's own bars follow it. */
function showTheme(theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  for (const [index, meta] of metas.entries()) {
    const own = index === 0 ? 'light' : 'dark'
    meta.media =
      theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all'
  }
}

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    const select = document.createElement('select')
    select.className =
      'size-full cursor-pointer appearance-none rounded-lg bg-none text-transparent forced-color-adjust-none hover:bg-sunken *:bg-surface *:text-text'
    const label = this.dataset.label ?? ''
    // Firefox before 119 doesn't support `ariaLabel`.
    select.setAttribute('aria-label', label)
    select.title = label
    for (const theme of themes) select.add(new Option(this.dataset[theme], theme))
    const showChoice = () => {
      select.value = root.dataset.theme ?? 'system'
    }
    showChoice()
    select.addEventListener('change', () => {
      const theme = themes.find((name) => name === select.value) ?? 'system'
      showTheme(theme)
      try {
        localStorage.setItem(themeKey, theme)
      } catch {
        // Without storage the choice only applies to this page.
      }
    })
    // Changed in another tab.
    addEventListener('storage', ({ key, newValue }) => {
      if (key !== themeKey) return
      showTheme(themes.find((name) => name === newValue) ?? 'system')
      showChoice()
    })
    this.replaceChildren(select)
  }
}

customElements.define('theme-switch', ThemeSwitch)
