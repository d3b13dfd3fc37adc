/** What an advertisement may do in its frame; never allow-same-origin, forms or top navigation. */
export const adSandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
