const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe inside an XML element or attribute: characters that XML cannot hold are left out. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
