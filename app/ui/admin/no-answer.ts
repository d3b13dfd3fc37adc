/** Asks the server, and gives `instead` when it can't be reached. */
export async function orNoAnswer<Answer, Instead>(
  ask: () => Promise<Answer>,
  instead: Instead,
): Promise<Answer | Instead> {
  try {
    return await ask()
  } catch (error) {
    // The browser's word for a connection that failed; what a server said is something else.
    if (error instanceof TypeError) return instead
    throw error
  }
}
