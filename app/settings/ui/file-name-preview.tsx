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

/** Shows a file name as the fields of its form make it, saved or not. */
export function FileNamePreview({ saved }: { saved: Names }) {
  const { siteName } = useSite()
  const output = useRef<HTMLOutputElement>(null)
  const [{ style, pattern }, setNames] = useState(saved)
  useEffect(() => {
    const form = output.current?.form
    if (!form) return
    const read = () => setNames(namesIn(new FormData(form)))
    // A refused form shows what was typed.
    read()
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [])
  return (
    <p className="mt-1.5 text-sm">
      {'Example: '}
      <output ref={output} className="font-mono wrap-anywhere">
        {style !== 'pattern' || isFileNamePattern(pattern)
          ? `${stemOf(patternOf(style, pattern), { ...sample, brand: brandOf(siteName) })}.mp4`
          : '…'}
      </output>
    </p>
  )
}

function namesIn(form: FormData): Names {
  return {
    style: String(form.get('fileNames')),
    pattern: String(form.get('fileNamePattern')).trim(),
  }
}
