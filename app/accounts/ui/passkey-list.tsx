import { Form } from 'react-router'
import type { ListedPasskey } from '#app/accounts/credentials/passkey.server.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PasswordConfirm } from '#app/ui/admin/forms/password-confirm.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'

/** A user's passkeys, each with a button that removes it after the operator's own password. */
export function PasskeyList({
  passkeys,
  intent,
  action,
  problem,
}: {
  passkeys: ListedPasskey[]
  intent: string
  action: string
  problem: string | undefined
}) {
  return (
    <Form method="post" action={action} className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      <ul className="grid gap-3">
        {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
            data-passkey={name}
          >
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{name}</p>
              <p className="text-sm text-muted">
                Added <DateTime at={createdAt} as="time" />
                {', '}
                {lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used <DateTime at={lastUsedAt} as="ago" />
                  </>
                )}
              </p>
            </div>
            <SubmitButton look="danger-quiet" name="passkey" value={id}>
              Remove <span className="sr-only">{name}</span>
            </SubmitButton>
          </li>
        ))}
      </ul>
      <PasswordConfirm hint="Needed to remove a passkey." problem={problem} />
    </Form>
  )
}
