import { createContext } from 'react-router'

/**
 * Called by routes for an address without a page: the response is replaced by one that all such
 * addresses share, rendered once. Null where the route renders a page itself, as for operators.
 */
export const missingPage = createContext<(() => Response) | null>(null)
