/** Two origins: the one the site was opened at, and the one it accepts forms from. */
export type OtherAddress = { here: string; own: string }

/**
 * Why a form is refused: it is another site's, its browser was told to keep its origin to itself,
 * or the site was opened at another address.
 */
export type FormRefusal = 'foreign' | 'no-origin' | OtherAddress

/** Returns the addresses of a refused form. Null if it was refused for another reason. */
export function otherAddressOf(refusal: unknown): OtherAddress | null {
  const { here, own } = (refusal ?? {}) as Partial<OtherAddress>
  return here === undefined || own === undefined ? null : { here, own }
}
