import { fill } from '#app/i18n/catalogue.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'

/** Bytes of a file on its way; `total` is null if unknown. */
export type Arrived = { sent: number; total: number | null }

/** Shows how much of a file has come. */
export function ArrivedText({ sent, total }: Arrived) {
  const { t, language } = useI18n()
  const size = (bytes: number) => formatBytes(bytes, language)
  return total === null
    ? fill(t.prepare.sentSoFar, { sent: size(sent) })
    : fill(t.prepare.progress, { sent: size(sent), total: size(total) })
}
