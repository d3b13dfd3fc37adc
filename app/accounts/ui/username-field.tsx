/** Password managers save a new password under this name. They don't read hidden fields. */
export function UsernameField({ name = 'username', email }: { name?: string; email: string }) {
  return (
    <input
      className="sr-only"
      name={name}
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
