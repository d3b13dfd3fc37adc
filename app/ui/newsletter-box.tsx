import { useI18n } from '#app/i18n/use-i18n.ts'

/** The form that asks for a visitor's address for the newsletter. */
export function NewsletterBox() {
  const { t, localPath } = useI18n()
  return (
    <section className="card" aria-labelledby="newsletter-title">
      <h2 id="newsletter-title" className="display text-2xl">
        {t.blog.newsletter.title}
      </h2>
      <form method="post" action={localPath('/newsletter')} className="mt-4 flex flex-wrap gap-3">
        <label htmlFor="newsletter-email" className="sr-only">
          {t.blog.newsletter.email}
        </label>
        <input
          id="newsletter-email"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          className="field max-w-md"
        />
        <button type="submit" className="button">
          {t.blog.newsletter.submit}
        </button>
      </form>
    </section>
  )
}
