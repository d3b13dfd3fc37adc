import type { Generated } from 'kysely'

export type AccountsTables = {
  users: UsersTable
  /** User counts, kept by triggers. */
  user_counts: { status: UserStatus; role: UserRole; n: number }
  recovery_codes: {
    /** SHA-256, base64url. Used codes are deleted. */
    code_hash: string
    user_id: string
  }
  passkeys: {
    /** Created by the authenticator, base64url. */
    credential_id: string
    user_id: string
    name: string
    /** COSE. */
    public_key: Uint8Array
    /** Signature counter; 0 for authenticators without one. */
    counter: number
    /** JSON of the ways a browser can reach it. */
    transports: string
    created_at: number
    last_used_at: number | null
  }
  /** Challenges for browsers to sign. Used ones are deleted. */
  passkey_challenges: {
    /** SHA-256, base64url. */
    challenge_hash: string
    /** The user adding a passkey. Null for a sign-in. */
    user_id: string | null
    expires_at: number
  }
  list_settings: {
    user_id: string
    list: string
    /** JSON of the operator's display settings. */
    settings: string
  }
  list_views: {
    user_id: string
    list: string
    name: string
    /** The query string of the list's address. */
    query: string
  }
  sessions: {
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
    /** Keyed hash of the visitor's network: distinguishes sessions, and reveals no address. */
    network_hash: string
    /** JSON of messages for the next page. */
    flash: string | null
  }
  one_time_tokens: {
    /** SHA-256, base64url. */
    token_hash: string
    purpose: TokenPurpose
    origin: Generated<TokenOrigin>
    /** Null for the first admin's set-up. */
    user_id: string | null
    created_at: number
    expires_at: number
    used_at: number | null
  }
  sign_in_attempts: {
    /** The counter's name and a keyed hash of its subject: no address or email is stored. */
    key: string
    failures: number
    last_at: number
    blocked_until: Generated<number>
  }
}

export type UserRole = 'admin' | 'user'
export type UserStatus = 'active' | 'inactive' | 'banned'

export type UsersTable = {
  /** Ascending for new users: the order of joining, and the search index's key. */
  seq: Generated<number>
  id: string
  /** Normalized, so that two spellings of one address are one account. */
  email: string
  name: string
  /** The name, case-folded: the list's order. */
  name_key: string
  /** Searched by the list: name and email, folded. Triggers keep its index. */
  search_text: string
  /** bcrypt. Null until an invited user has chosen a password. */
  password_hash: string | null
  password_changed_at: number | null
  role: UserRole
  status: Generated<UserStatus>
  joined_at: number
  /** 0 for never, for sorting. */
  last_active_at: Generated<number>
  downloads: Generated<number>
  /** Sealed; only in force from `totp_enabled_at` on. */
  totp_secret: string | null
  totp_enabled_at: number | null
  /** Time step of the last accepted code: no code works twice. */
  totp_last_counter: number | null
}

/** Before its second step a session only opens the page for that. */
export type SessionStage = 'second_step' | 'full'

export type TokenPurpose = 'setup' | 'reset' | 'invite'
/**
 * The link was requested by an operator, or by anyone who typed the address into the public form.
 */
export type TokenOrigin = 'operator' | 'visitor'
