import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isReachable, whenReached } from './connection.ts'

/** Makes links wait for the server while the connection is lost: see `whenReached`. */
export function useOfflineLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: MouseEvent) => {
      if (isReachable() || !isPlain(event)) return
      const { target } = event
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (link === null || !leadsToScreen(link)) return
      event.preventDefault()
      event.stopPropagation()
      const { pathname, search, hash } = link
      void whenReached(pathname, () => void navigate(pathname + search + hash))
    }
    // In the capture phase, before the router.
    addEventListener('click', press, true)
    return () => removeEventListener('click', press, true)
  }, [navigate])
}

function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

function leadsToScreen(link: HTMLAnchorElement): boolean {
  const { origin, pathname } = link
  const isAdmin = pathname === '/admin' || pathname.startsWith('/admin/')
  const isElsewhere = pathname !== location.pathname || link.search !== location.search
  return origin === location.origin && isAdmin && isElsewhere && link.target === ''
}
