/** The origins of the product, and the setting that overrides each. */
export const ORIGINS = {
  VIDEO_URL: 'https://www.youtube.com',
  VIDEO_DATA_URL: 'https://www.googleapis.com',
} as const

export const isVideoHost = (host: string) => Object.values(ORIGINS).some((origin) => origin === `https://${host}`)
