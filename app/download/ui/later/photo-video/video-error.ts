/** Why no video was made: an unreadable image, too long, or too large for a browser's memory. */
export type VideoProblem = 'image' | 'long' | 'large'

export class VideoError extends Error {
  readonly problem: VideoProblem

  constructor(problem: VideoProblem) {
    super(`No video was made: ${problem}`)
    this.problem = problem
  }
}
