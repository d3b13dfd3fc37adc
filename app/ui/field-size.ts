import { createContext } from 'react'

export const FieldSize = createContext<'regular' | 'small'>('regular')
