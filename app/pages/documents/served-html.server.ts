import { createContext } from 'react-router'

/** HTML that is in the page but not in its loader data, so that it is sent once. */
export const servedHtml = createContext<readonly string[]>([])
