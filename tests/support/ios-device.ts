/** What the stubbed share sheet does with a file. */
export type Sheet = 'taken' | 'AbortError' | 'NotAllowedError' | 'missing'

/** An iPhone's browser, and an iPad's, which calls itself a Mac's. */
export const agents = {
  iPhone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
}

/**
 * Gives a page what iOS's Safari has besides its agent: touch, a share sheet, and what an app on the
 * home screen says of itself. It runs in browsers as it is written here, so it uses nothing else.
 * The sheet follows `window.sheet`, and lists shared files in `window.shared`.
 */
export function beIos({ sheet, standalone }: { sheet: Sheet; standalone: boolean }): void {
  const shared: string[] = []
  Object.assign(window, { shared, sheet })
  Object.assign(navigator, { standalone })
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5, configurable: true })
  if (sheet === 'missing') {
    Object.assign(navigator, { canShare: undefined, share: undefined })
    return
  }
  navigator.canShare = () => true
  navigator.share = async (data) => {
    const now = String(Reflect.get(window, 'sheet'))
    if (now !== 'taken') throw new DOMException('', now)
    shared.push(...(data?.files ?? []).map((file) => `${file.name} ${file.type} ${file.size}`))
  }
}
