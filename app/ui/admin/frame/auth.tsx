import { createContext, useContext } from 'react'

/** The signed-in operator as the server's guard found them for this page. */
export type Auth = {
  user: { id: string; name: string; email: string }
  isAdmin: true
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ value, children }: { value: Auth; children: React.ReactNode }) {
  return <AuthContext value={value}>{children}</AuthContext>
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
