import { lazy, Suspense, useEffect } from 'react'
import { useFetchers, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { useDialogs } from '#app/ui/admin/forms/password-confirm.tsx'
import { useConnection } from '#app/ui/admin/live/connection.ts'
import { isFormHeld, letGo, offerSignIn, tellSignedIn } from '#app/ui/admin/live/signed-out.ts'
import { isHeld } from '#app/ui/hold.ts'

/** Loaded after the screen, so that it's there even if the server has a new build by then. */
const loadSignInDialog = async () => ({
  default: (await import('./sign-in-dialog.tsx')).SignInDialog,
})
const SignInDialog = lazy(loadSignInDialog)

/** Opens a sign-in dialog over the page when the session has ended, then sends waiting forms. */
export function SignInAgain() {
  const can = useDialogs()
  const isOut = useConnection() === 'signed out'
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const submit = useSubmit()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    loadSignInDialog().catch(() => null)
    return can ? offerSignIn() : undefined
  }, [can])
  // Signing out has its own way, whatever the page was loading.
  if (!can || !isOut || navigation.formAction === '/admin/logout') return null
  const goOn = () => {
    const waiting = [{ ...navigation, key: undefined }, ...fetchers].filter(
      ({ formAction }) => formAction !== undefined && isFormHeld(formAction),
    )
    for (const { formData, formAction, formEncType, key } of waiting) {
      const where = key === undefined ? {} : { navigate: false as const, fetcherKey: key }
      void submit(formData ?? null, {
        method: 'post',
        action: formAction,
        encType: formEncType,
        preventScrollReset: true,
        ...where,
      })
    }
    letGo()
    tellSignedIn()
    // New data would remove what is shown only once, such as recovery codes.
    if (waiting.length === 0 && !isHeld()) void revalidate()
  }
  const isWaiting = [navigation, ...fetchers].some(
    ({ formAction }) => formAction !== undefined && isFormHeld(formAction),
  )
  return (
    <Suspense>
      <SignInDialog isWaiting={isWaiting} goOn={goOn} />
    </Suspense>
  )
}
