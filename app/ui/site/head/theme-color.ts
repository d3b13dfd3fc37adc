/** Each scheme's page color, for the browser's own interface; same as in app.css. */
export const themeColors = { light: '#faf7f2', dark: '#12131a' } as const
