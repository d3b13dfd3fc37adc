/** True if a browser asks for less data; its pages get no scripts. */
export function savesData(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('save-data')?.toLowerCase() === 'on'
}
