import { expect, test, vi } from 'vitest'
import { readClip } from '#tests/download/engine/clips.ts'
import { frameAt, frameSeconds, middleOfFrame, shownCuts } from '#tests/download/engine/cuts.ts'
import { fakePost } from '#tests/fakes/extraction-service.ts'
import { fileOf } from '#tests/fakes/media-files.ts'
import { lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { type Shown, shownFrames } from '#tests/support/shown-frames.ts'
import { canPlay } from './player.ts'
import { browserName, onApp, runsScripts } from './world.ts'

const here = onApp(() => startLiveApp({ LOG_LEVEL: 'warn', TRUSTED_PROXIES: '127.0.0.1' }))

/**
 * Firefox ignores edit lists, and old Chromium holds on to a frame that they hide while it stands
 * within a frame of the start: both show the right ones as soon as they play.
 */
const honorsEditLists = browserName === 'WebKit'
const isOldChromium = browserName.startsWith('Chromium')

const cuts = shownCuts(4)

/** Longer than all hidden frames together: each lasts a tick. */
const hiddenSeconds = 0.006

async function shownOf(address: string, at: readonly number[]): Promise<Shown> {
  const { page } = here
  await page.script(
    `window.shown = null;
    (${shownFrames})({ address: arguments[0], at: arguments[1], settles: true, plays: arguments[2] })
      .then((shown) => { window.shown = shown }, (error) => { window.shown = String(error) })`,
    ...[address, at, !honorsEditLists],
  )
  const shown = await vi.waitFor(
    async () => {
      const found = await page.script('return window.shown')
      if (found === null) throw new Error('Not shown yet')
      return found
    },
    { timeout: 60_000, interval: 100 },
  )
  if (typeof shown === 'string') throw new Error(shown)
  return shown as Shown
}

test.runIf(runsScripts)(
  'a saved part begins with the asked frame, and shows the right ones later',
  { timeout: 240_000 + cuts.length * 10_000 },
  async (context) => {
    const { page, app } = here
    await page.open('/contact')
    if (!(await canPlay(page, 'video/mp4; codecs="avc1.64000b"'))) context.skip()
    let looked = 0
    for (const [index, cut] of cuts.entries()) {
      const { name, fromMs, toMs } = cut
      app.media.files.set('video.mp4', fileOf(readClip(name), 'video/mp4'))
      const { html } = await lookUp(app, fakePost('video', 7600 + index).url)
      const link = await saveLinkIn(app, html)
      const seconds = (toMs - fromMs) / 1000
      const middle = Math.round(seconds / 2 / frameSeconds(cut))
      const at = (isOldChromium ? [2, 3, middle] : [0, 1, 2, middle])
        .map((frame) => middleOfFrame(cut, frame))
        .filter((time) => time > hiddenSeconds)
      const times = `&from=${fromMs / 1000}&to=${toMs / 1000}`
      const shown = await shownOf(link + times, at)
      const what = `${name} from ${fromMs} to ${toMs} ms in ${browserName}`
      const wanted = [0, ...at].map((time) => frameAt(cut, time))
      for (const [place, number] of wanted.entries()) {
        if (place === 0 && !honorsEditLists) continue
        const most = honorsEditLists ? 0 : 1
        const off = Math.abs((shown.numbers[place] ?? -99) - number)
        expect(off, `${what}, at ${at[place - 1] ?? 0} s`).toBeLessThanOrEqual(most)
      }
      const played = shown.played.filter(({ at: time }) => time > hiddenSeconds)
      looked += played.length
      for (const { at: time, number } of played) {
        // The one that is read can be a later one already.
        const said = `${what}, playing at ${time} s`
        expect(number, said).toBeGreaterThanOrEqual(frameAt(cut, time) - 1)
        expect(number, said).toBeLessThanOrEqual(frameAt(cut, seconds))
      }
      expect(Math.abs(shown.seconds - seconds), what).toBeLessThan(0.05)
    }
    // A slow machine shows hardly a frame of a part that is over in half a second.
    expect(looked > 0).toBe(!honorsEditLists)
  },
)
