import { createContext, useContext } from 'react'

/** Who uses the back office. It is the server's word: the guard has checked it for this page. */
export type Auth = {
  user: { id: string; name: string; email: string }
  isAdmin: true
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ value, children }: { value: Auth; children: React.ReactNode }) {
  return <AuthContext value={value}>{children}</AuthContext>
}

/** The signed-in user, for any component below the admin layout. */
export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
