import { useEffect } from 'react'

/** Ends what a video loads once it is taken away: browsers go on for a while otherwise. */
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
