import { useEffect, useRef, useState } from 'react'
import { useSite } from '#app/i18n/site-context.ts'
import { brandOf, isFileNamePattern, patternOf, stemOf } from '#app/posts/file-name.ts'

const sample = {
  creator: 'Maya Ortiz',
  title: 'Sunset over the harbor',
  id: '7345678901234567890',
  date: '2026-11-23',
  time: '18-30-05',
  timestamp: '20261123183005417',
  quality: '1080p',
}

type Names = { style: string; pattern: string }

/**
 * Shows a file name as the fields of its form make it, saved or not. Screen readers say it once a
 * field is changed, not with each letter.
 */
export function FileNamePreview({ saved }: { saved: Names }) {
  const { siteName } = useSite()
  const output = useRef<HTMLOutputElement>(null)
  const [names, setNames] = useState(saved)
  const [changed, setChanged] = useState<Names | null>(null)
  useEffect(() => {
    const form = output.current?.form
    if (!form) return
    const read = () => setNames(namesIn(form))
    const say = ({ target }: Event) => {
      if (/^fileName/.test((target as HTMLInputElement).name)) setChanged(namesIn(form))
    }
    // A refused form shows what was typed.
    read()
    form.addEventListener('input', read)
    form.addEventListener('change', say)
    return () => {
      form.removeEventListener('input', read)
      form.removeEventListener('change', say)
    }
  }, [])
  return (
    <p className="mt-1.5 text-sm">
      {'Example: '}
      <span className="font-mono wrap-anywhere">{exampleOf(names, siteName) ?? '…'}</span>
      <output ref={output} className="sr-only">
        {changed && exampleOf(changed, siteName)}
      </output>
    </p>
  )
}

function namesIn(form: HTMLFormElement): Names {
  const fields = new FormData(form)
  return {
    style: String(fields.get('fileNames')),
    pattern: String(fields.get('fileNamePattern')).trim(),
  }
}

/** Null for a pattern that can't be used. */
function exampleOf({ style, pattern }: Names, siteName: string): string | null {
  if (style === 'pattern' && !isFileNamePattern(pattern)) return null
  return `${stemOf(patternOf(style, pattern), { ...sample, brand: brandOf(siteName) })}.mp4`
}
