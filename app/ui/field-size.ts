import { createContext } from 'react'

/** How large the fields of a part of the site are. */
export const FieldSize = createContext<'regular' | 'small'>('regular')
