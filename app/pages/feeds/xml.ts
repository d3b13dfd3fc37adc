const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an XML element or attribute. Characters that XML can't hold are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
