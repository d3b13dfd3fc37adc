/**
 * While developing, in pages that don't run React: reloads the page when the server's code, a
 * document or a text has changed. Vite's client, which comes along, renews style sheets in place.
 */
import.meta.hot?.on('cleanclip:changed', () => location.reload())
