/**
 * In development, reloads pages without React when the server's code, a document or a text has
 * changed. Vite's client, loaded with it, updates style sheets in place.
 */
import.meta.hot?.on('cleanclip:changed', () => location.reload())
