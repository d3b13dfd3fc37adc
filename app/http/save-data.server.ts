/** Whether a visitor's browser asks for less data: then a page has no script at all. */
export function savesData(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('save-data')?.toLowerCase() === 'on'
}
