import type { Generated } from 'kysely'

/** Users, how they sign in, and how they like their lists. */
export type AccountsTables = {
  users: UsersTable
  user_counts: UserCountsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  list_settings: ListSettingsTable
  list_views: ListViewsTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  sign_in_attempts: SignInAttemptsTable
}

export type UserRole = 'admin' | 'user'
export type UserStatus = 'active' | 'inactive' | 'banned'

export type UsersTable = {
  /** Grows with each new user: the order of joining, and the key of the search index. */
  seq: Generated<number>
  id: string
  /** Normalised, so that two spellings of one address are one account. */
  email: string
  name: string
  /** The name with its letter case folded: the order of the list. */
  name_key: string
  /** What the list's search looks through: name and e-mail, folded. Triggers keep its index. */
  search_text: string
  /** bcrypt; null until an invited user has chosen a password. */
  password_hash: string | null
  password_changed_at: number | null
  role: UserRole
  status: Generated<UserStatus>
  joined_at: number
  /** 0 for never: the list is sorted by it. */
  last_active_at: Generated<number>
  downloads: Generated<number>
  /** Sealed; in force only from `totp_enabled_at` on. */
  totp_secret: string | null
  totp_enabled_at: number | null
  /** The time step of the last code taken: no code counts twice. */
  totp_last_counter: number | null
}

/** How many users there are; kept by triggers. */
type UserCountsTable = { status: UserStatus; role: UserRole; n: number }

type RecoveryCodesTable = {
  /** SHA-256, base64url. A used code is gone. */
  code_hash: string
  user_id: string
}

type ListSettingsTable = {
  user_id: string
  list: string
  /** JSON of how the operator has the list shown. */
  settings: string
}

type ListViewsTable = {
  user_id: string
  list: string
  name: string
  /** The query of the list's address. */
  query: string
}

type PasskeysTable = {
  /** As the authenticator made it, in base64url. */
  credential_id: string
  user_id: string
  /** What its owner calls it. */
  name: string
  /** COSE. */
  public_key: Uint8Array
  /** How often it has signed; 0 for those that do not count. */
  counter: number
  /** JSON of how a browser reaches it. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** What a browser is to sign. A used challenge is gone. */
type PasskeyChallengesTable = {
  /** SHA-256, base64url. */
  challenge_hash: string
  /** Who adds a passkey with it; null for a sign-in. */
  user_id: string | null
  expires_at: number
}

/** Before its second step a session opens nothing but the page for it. */
export type SessionStage = 'second_step' | 'full'

type SessionsTable = {
  /** SHA-256 of the cookie's value, base64url. */
  id_hash: string
  user_id: string
  stage: SessionStage
  created_at: number
  last_seen_at: number
  /** The absolute end; the idle limit is a setting and counts from `last_seen_at`. */
  expires_at: number
  /** 0 or 1. */
  remember: number
  device_label: string
  /** Keyed hash of the visitor's network: tells sessions apart, leads to no address. */
  network_hash: string
  /** JSON of the messages that the next page shows. */
  flash: string | null
}

export type TokenPurpose = 'setup' | 'reset' | 'invite'
/** Who asked for a link: an operator, or anyone who typed the address into the public form. */
export type TokenOrigin = 'operator' | 'visitor'

type OneTimeTokensTable = {
  /** SHA-256, base64url. */
  token_hash: string
  purpose: TokenPurpose
  origin: Generated<TokenOrigin>
  /** Null for the set-up of the first admin. */
  user_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

type SignInAttemptsTable = {
  /** What is counted, and the keyed hash of whom: no address and no e-mail is stored. */
  key: string
  failures: number
  last_at: number
  blocked_until: Generated<number>
}
