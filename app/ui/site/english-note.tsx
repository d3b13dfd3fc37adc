import { useI18n } from '#app/i18n/use-i18n.ts'
import { note } from '#app/ui/note.ts'

export function EnglishNote({ text }: { text: string }) {
  const { language } = useI18n()
  return language === 'en' ? null : <p className={`${note} mt-6 max-w-3xl`}>{text}</p>
}
