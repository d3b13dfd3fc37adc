import { createContext, useContext } from 'react'
import { useFetcher } from 'react-router'
import { displayOf, type ListDisplay, type OwnList, usualDisplay } from '#app/lists/own-list.ts'

type Shown = ListDisplay & {
  /** Whether the list has a select of its order where its headings have no room. */
  hasOrder: boolean
}

/** How the list around a table is shown. */
export const DisplayContext = createContext<Shown>({ ...usualDisplay(), hasOrder: false })

export const useDisplay = () => useContext(DisplayContext)

/** Where an operator's own settings of a list are sent to. */
export const ownListPath = ({ list }: OwnList) => `/admin/lists/${list}`

/** The key of the fetcher that sends the form of a list's display. */
export const displayKey = ({ list }: OwnList) => `display ${list}`

/** Returns a list's display: the one just sent before it is answered, so that it shows at once. */
export function useSentDisplay(own: OwnList | undefined): ListDisplay {
  const { formData } = useFetcher({ key: own === undefined ? 'display' : displayKey(own) })
  const kept = own?.display ?? usualDisplay()
  if (formData === undefined) return kept
  const { hidden, density } = displayOf(formData)
  return {
    ...kept,
    hidden: hidden.map(String),
    density: density === 'compact' ? density : 'comfortable',
  }
}
