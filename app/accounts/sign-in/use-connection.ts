import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'
import type { clientLoader } from './connection.ts'

const everyMs = 30_000

/**
 * Whether the server can read its accounts: what the page was sent with, then what the server says
 * each half minute. No answer changes nothing, since it says nothing of the accounts.
 */
export function useConnection(atFirst: boolean): { connected: boolean; checking: boolean } {
  const { load, data, state } = useFetcher<typeof clientLoader>()
  useEffect(() => {
    const check = () => void load(href('/admin/connection'))
    check()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') check()
    }, everyMs)
    return () => clearInterval(timer)
  }, [load])
  return { connected: data?.connected ?? atFirst, checking: state !== 'idle' }
}
