/** Password managers save a new password under this name. They don't read hidden fields. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input
      className="sr-only"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
