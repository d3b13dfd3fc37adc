/** The page color of each scheme, for what a browser draws around the page; as in app.css. */
export const themeColors = { light: '#faf7f2', dark: '#12131a' } as const
