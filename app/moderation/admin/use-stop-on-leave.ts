import { useEffect } from 'react'

/** Stops a video's download when the element is removed: browsers go on for a while otherwise. */
export function useStopOnLeave(video: React.RefObject<HTMLVideoElement | null>): void {
  useEffect(() => {
    const { current } = video
    return () => {
      if (current?.isConnected !== false) return
      current.removeAttribute('src')
      current.load()
    }
  }, [video])
}
