/**
 * Asks a route that answers with JSON, for a part of the page that can do without: the router would
 * put an error page in the page's place. Null if there is no answer, or the operator is signed out.
 */
export async function ask<Answer>(address: string): Promise<Answer | null> {
  try {
    const response = await window.fetch(address, { redirect: 'manual' })
    return response.ok ? ((await response.json()) as Answer) : null
  } catch {
    return null
  }
}
