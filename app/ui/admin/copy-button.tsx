import { useEffect } from 'react'
import { filledByScript } from '#app/ui/site/page-scripts.tsx'
import { button } from './button.ts'

/**
 * Copies `text`, or the element with the id `source`: a field's value, or its text. Renders no
 * button without JavaScript; the text can be selected by hand.
 */
export function CopyButton({
  source,
  text,
  label,
}: {
  source: string
  text?: string
  label: string
}) {
  useEffect(() => {
    void import('#app/ui/browser/copy.ts')
  }, [])
  return (
    <copy-button
      data-source={source}
      data-text={text}
      data-label={label}
      data-copied="Copied!"
      data-failed="Copy the selected text with your keyboard."
      data-look={`group ${button({ look: 'quiet' })}`}
      {...filledByScript}
    />
  )
}
