import { useEffect, useRef } from 'react'

/** Reloads the page once the server has become another build than the one the page runs. */
export function useNewBuild(build: string): void {
  const own = useRef(build)
  useEffect(() => {
    if (build !== own.current) location.reload()
  }, [build])
}
