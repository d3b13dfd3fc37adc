import { Form, Link } from 'react-router'
import { button } from '#app/ui/admin/button.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/** A page of one form; `children` are its fields. Cancel leads back. */
export function FormPage({
  submit,
  className,
  children,
  ...head
}: Pick<React.ComponentProps<typeof PageHead>, 'title' | 'lead'> & {
  back: { href: string; label: string }
  /** The submit button's label. */
  submit: string
  /** The form's. */
  className?: string
  children: React.ReactNode
}) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <PageHead {...head} />
      <Form method="post" className={panel({ className })}>
        {children}
        <div className="flex flex-wrap items-center gap-2">
          <SubmitButton>{submit}</SubmitButton>
          <Link className={button({ look: 'quiet' })} to={head.back.href}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  )
}
