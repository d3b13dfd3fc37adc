/**
 * Fetches JSON for an optional part of the page, where a router error would replace the page.
 * Returns null if the server can't be reached or the operator is signed out.
 */
export async function ask<Answer>(address: string): Promise<Answer | null> {
  try {
    const response = await window.fetch(address, { redirect: 'manual' })
    return response.ok ? ((await response.json()) as Answer) : null
  } catch {
    return null
  }
}
