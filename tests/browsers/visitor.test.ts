import { expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { sha256Of } from '#tests/fakes/media-files.ts'
import { startLiveApp } from '#tests/support/live-app.ts'
import { button, dialog, field, heading, link, text, within } from './page.ts'
import { closesQuestions, onApp, runsPages, runsScripts } from './world.ts'

const here = onApp(() => startLiveApp({ LOG_LEVEL: 'warn' }))

const linkField = field('TikTok link')
const download = button('Download')

async function openHome(): Promise<void> {
  await here.page.open('/')
  // Paste is there once the page runs.
  if (runsPages) await here.page.see(button('Paste'))
}

test('a visitor is told what is wrong with their input', async () => {
  const { page } = here
  await openHome()
  await page.press(download)
  await page.see(text('Please enter a TikTok URL'))
  await page.fill(linkField, 'https://faketiktok.example/video/1')
  await page.press(download)
  await page.see(text('Please enter a valid TikTok URL'))
  expect(await page.property(linkField, 'value')).toBe('https://faketiktok.example/video/1')
})

test('a visitor looks up a link and saves its file byte for byte', async () => {
  const { page, app } = here
  const file = app.media.files.get('video.mp4')
  if (file === undefined) throw new Error('The fake media host has no video.mp4')
  await openHome()
  await page.fill(linkField, posts.video.url)
  await page.press(download)
  await page.see(heading('Test pattern with a tone #testing'))
  await page.press(link('Download Now'))
  await page.see(heading('Preparing your download...'))
  await page.see(text('Your download will be ready in'))
  const save = runsPages ? within(dialog, link('Download Now')) : link('Download Now')
  const name = await page.save(save, sha256Of(file))
  expect(name).toMatch(/^cleanclip_\d{17}\.mp4$/)
})

test.runIf(runsPages)('Paste says why it cannot', async () => {
  const { page } = here
  await openHome()
  for (const [answer, problem] of [
    ['Promise.resolve("  ")', 'No content found in clipboard. Please copy a TikTok URL first.'],
    ['Promise.reject(new DOMException("", "NotAllowedError"))', 'Clipboard access denied.'],
    ['Promise.reject(new Error())', 'Unable to access clipboard.'],
  ] as const) {
    await page.script(`navigator.clipboard.readText = () => ${answer}`)
    await page.press(button('Paste'))
    await page.see(text(problem))
  }
})

test('a visitor opens one question at a time', async () => {
  const { page } = here
  await openHome()
  const question = '//*[@id="faq"]//details'
  const closed = { said: 'second question', xpath: `${question}[2]/summary` }
  const first = { said: 'first question', xpath: `${question}[1]` }
  const answer = { said: 'first answer', xpath: `${question}[1]/p` }
  await page.see(answer)
  expect(await page.property(first, 'open')).toBe(true)
  await page.press(closed)
  await page.see({ said: 'second answer', xpath: `${question}[2]/p` })
  // Questions close each other where the browser or the page knows how to.
  if (closesQuestions) await page.gone(answer)
})

test.runIf(runsScripts)('what is wrong in a DMCA notice gets the focus', async () => {
  const { page } = here
  await page.open('/dmca/notice')
  await page.press({ said: 'submit button', xpath: '//form[@action="/dmca/notice"]//button' })
  const alert = { said: 'alert', xpath: '//main//*[@role="alert"]' }
  await page.see(alert)
  expect(await page.script('return document.activeElement.getAttribute("role")')).toBe('alert')
})

test('a visitor reads the site in another language', async () => {
  const { page } = here
  await openHome()
  await page.press(link('Français'))
  await page.untilAddress(/^\/fr$/)
  await page.fill(field('Lien TikTok'), 'rien')
  await page.press(button('Télécharger'))
  await page.see({ said: 'alert', xpath: '//*[@role="alert"][normalize-space(.)!=""]' })
  expect(await page.property({ said: 'document', xpath: '/html' }, 'lang')).toBe('fr')
})
