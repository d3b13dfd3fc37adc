import { createContext } from 'react-router'

/** HTML that the page holds and its loader data does not, so that it travels once. */
export const servedHtml = createContext<readonly string[]>([])
