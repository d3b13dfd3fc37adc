import { createContext, useContext } from 'react'
import { useFetcher } from 'react-router'
import { defaultDisplay, displayOf, type ListDisplay, type OwnList } from '#app/views/own-list.ts'

type Shown = ListDisplay & {
  /** True if the list has a select for its order where headings don't fit. */
  hasOrder: boolean
}

export const DisplayContext = createContext<Shown>({ ...defaultDisplay(), hasOrder: false })

export const useDisplay = () => useContext(DisplayContext)

export const ownListPath = ({ list }: OwnList) => `/admin/lists/${list}`

export const displayKey = ({ list }: OwnList) => `display ${list}`

/** Returns a list's display settings, including a change being sent, so that it shows at once. */
export function useSentDisplay(own: OwnList | undefined): ListDisplay {
  const { formData } = useFetcher({ key: own === undefined ? 'display' : displayKey(own) })
  const kept = own?.display ?? defaultDisplay()
  if (formData === undefined) return kept
  const { hidden, density } = displayOf(formData)
  return {
    ...kept,
    hidden: hidden.map(String),
    density: density === 'compact' ? density : 'comfortable',
  }
}
