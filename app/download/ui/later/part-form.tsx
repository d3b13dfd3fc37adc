import { useLateTexts } from '#app/i18n/late/late-texts.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PartErrors } from '#app/posts/read-part.ts'
import { button } from '#app/ui/button.ts'
import { PartFields } from './part-fields.tsx'
import { type TypedPart, typedPart } from './typed-part.ts'

/** Asks for another part of the file that a countdown page is for. */
export function PartForm({
  action,
  kept,
  asked,
  errors,
}: {
  action: string
  /** The rest of the page's query, such as its signature. */
  kept: readonly (readonly [name: string, value: string])[]
  asked: TypedPart
  errors: PartErrors
}) {
  const { language } = useI18n()
  const texts = useLateTexts(language).part
  return (
    <form action={action} className="grid gap-3">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <PartFields typed={typedPart(new URLSearchParams(asked), language)} errors={errors} />
      <button type="submit" className={`${button({ size: 'small' })} justify-self-start`}>
        {texts.download}
      </button>
    </form>
  )
}
