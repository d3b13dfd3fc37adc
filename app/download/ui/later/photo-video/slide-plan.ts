export type Size = { width: number; height: number }

/** `sound`: the images share the sound's length. */
export type Pace = 'steady' | 'sound'

export const framesPerSecond = 10

const largest: Size = { width: 1080, height: 1920 }
/** Some encoders refuse smaller pictures. */
const smallestSide = 128
export const steadySeconds = 3
const leastSeconds = 1

/**
 * Returns the smallest even frame that holds all pictures, each scaled down to 1080x1920 if it is
 * larger.
 */
export function frameSize(pictures: readonly Size[]): Size {
  const fitted = pictures.map((picture) => {
    const scale = Math.min(1, largest.width / picture.width, largest.height / picture.height)
    return { width: picture.width * scale, height: picture.height * scale }
  })
  return {
    width: even(Math.max(smallestSide, ...fitted.map(({ width }) => width))),
    height: even(Math.max(smallestSide, ...fitted.map(({ height }) => height))),
  }
}

/** Returns where a picture is drawn: as large as fits, undistorted, in the middle. */
export function placeInside({ width, height }: Size, frame: Size): Size & { x: number; y: number } {
  const scale = Math.min(frame.width / width, frame.height / height)
  const drawn = { width: width * scale, height: height * scale }
  return { ...drawn, x: (frame.width - drawn.width) / 2, y: (frame.height - drawn.height) / 2 }
}

/**
 * Returns the number of the frame that each picture starts with, and after the last one the number
 * of all frames. A sound that is shorter than a second for each picture doesn't shorten them more.
 */
export function slideStarts(pictures: number, pace: Pace, soundSeconds: number | null): number[] {
  const each =
    pace === 'sound' && soundSeconds !== null
      ? Math.max(leastSeconds, soundSeconds / pictures)
      : steadySeconds
  return Array.from({ length: pictures + 1 }, (_, index) =>
    Math.round(index * each * framesPerSecond),
  )
}

function even(length: number): number {
  return 2 * Math.round(length / 2)
}
