import { useEffect, useState } from 'react'
import { type BatchFormat, batchFormats } from '#app/download/batch/format.ts'

const storageKey = 'batch-format'

/**
 * The format that a whole batch is saved in: what the address says, else the last choice on this
 * device, else MP4.
 */
export function useBatchFormat(asked: BatchFormat | null) {
  const [format, setFormat] = useState<BatchFormat>(asked ?? 'mp4')
  useEffect(() => {
    const last = asked === null ? lastFormat() : null
    if (last !== null) setFormat(last)
  }, [asked])
  const choose = (chosen: BatchFormat) => {
    setFormat(chosen)
    try {
      localStorage.setItem(storageKey, chosen)
    } catch {
      // Storage is off: it is remembered for this page only.
    }
  }
  return [format, choose] as const
}

function lastFormat(): BatchFormat | null {
  try {
    const last = localStorage.getItem(storageKey)
    return batchFormats.find((format) => format === last) ?? null
  } catch {
    return null
  }
}
