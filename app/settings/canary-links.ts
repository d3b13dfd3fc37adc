/** Posts public for years, for testing a source. The first is the platform's own. */
export const canaryLinks = [
  'https://www.tiktok.com/@tiktok/video/7106594312292453675',
  'https://www.tiktok.com/@_/video/7047596209028074758',
] as const
