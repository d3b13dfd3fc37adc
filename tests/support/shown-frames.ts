/** What a browser shows of a clip whose frames show their numbers. */
export type Shown = {
  /** The numbers of the frames at its start and at each time. */
  numbers: number[]
  /** The numbers of the frames that playing shows, and the seconds that they are at. */
  played: { at: number; number: number }[]
  seconds: number
}

/** Shows a clip in the page. It runs in browsers as it is written here, so it uses nothing else. */
export async function shownFrames({
  address,
  at,
  settles,
  plays = false,
}: {
  address: string
  /** Frames are drawn some time after the browser says so. */
  settles: boolean
  /** Seconds from the clip's start. */
  at: readonly number[]
  /** Whether to play the first frames after looking. */
  plays?: boolean
}): Promise<Shown> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  document.body.replaceChildren(video)
  const next = (name: string) =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      const fail = () => reject(new Error(video.error?.message ?? 'The clip failed'))
      video.addEventListener('error', fail, { once: true })
    })
  const numbers: number[] = []
  /** Null while there is nothing to see. */
  const read = (): number | null => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.drawImage(video, 0, 0)
    let number = 0
    for (let bit = 0; bit < 12; bit += 1) {
      const x = (bit % 4) * 32 + 16
      const y = Math.floor(bit / 4) * 32 + 16
      const [red = 0, , , opacity] = context.getImageData(x, y, 1, 1).data
      if (opacity === 0) return null
      number = number * 2 + (red > 128 ? 1 : 0)
    }
    return number
  }
  const look = async () => {
    let number = read()
    for (let same = 0; settles && (same < 10 || number === null); same += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const now = read()
      if (now !== number) same = 0
      number = now
    }
    numbers.push(number ?? -1)
  }
  // Data is there before it can be drawn.
  const shown =
    'requestVideoFrameCallback' in video
      ? new Promise((resolve, reject) => {
          video.requestVideoFrameCallback(resolve)
          next('error').catch(reject)
        })
      : next('canplaythrough')
  video.src = address
  await shown
  await look()
  for (const seconds of at) {
    const sought = next('seeked')
    // Where frames don't settle later, the sought one is there once the browser says that it painted it.
    const painted = settles ? null : new Promise((paint) => video.requestVideoFrameCallback(paint))
    video.currentTime = seconds
    await sought
    await painted
    await look()
  }
  const played: Shown['played'] = []
  if (plays) {
    video.currentTime = 0
    await next('seeked')
    const ended = next('ended')
    await video.play()
    const onFrame = (_: number, { mediaTime }: VideoFrameCallbackMetadata) => {
      played.push({ at: mediaTime, number: read() ?? -1 })
      if (played.length < 12) video.requestVideoFrameCallback(onFrame)
      else video.currentTime = video.duration
    }
    video.requestVideoFrameCallback(onFrame)
    await ended
  }
  return { numbers, played, seconds: video.duration }
}
