/** Returns a page request to be counted, from varied visitors, phones and referrers. */
export function pageRequest(index: number) {
  return {
    address: `198.18.${(index >> 8) & 255}.${index & 255}`,
    method: 'GET',
    headers: new Headers({
      'user-agent': `Mozilla/5.0 (Linux; Android 14; Pixel ${index % 40}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36`,
      'accept-language': 'de-DE,de;q=0.9',
      referer: `https://site-${index % 500}.example/`,
    }),
    url: new URL('http://localhost/help'),
    operator: false,
    proxyCountry: 'DE',
  }
}
