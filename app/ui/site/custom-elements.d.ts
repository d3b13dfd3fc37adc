import type { HTMLAttributes } from 'react'

type Element<Data extends string> = HTMLAttributes<HTMLElement> & {
  [Name in `data-${Data}`]?: string | undefined
}

/** Elements that a module in a `browser` folder fills. */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'theme-switch': Element<'label' | 'system' | 'light' | 'dark'>
      'install-app': Element<'label' | 'hint'>
      'copy-button': Element<'source' | 'text' | 'label' | 'name' | 'copied' | 'failed' | 'look'>
    }
  }
}
