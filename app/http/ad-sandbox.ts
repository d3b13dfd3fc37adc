/** Sandbox of an ad's frame. Never add allow-same-origin, forms or top navigation. */
export const adSandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox'
