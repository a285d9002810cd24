/**
 * The variables of a deployment (decisions.md section 1.1). test/node/fleet-settings.test.ts compares them with the
 * code.
 */
export const VARIABLES = [
  'LICENCE',
  'SERVICE_NAME',
  'ALLOWED_ORIGINS',
  'SUBREQUESTS',
  'EVENTS_POLL_SECONDS',
  'TIME_ZONE',
  'OAUTH_REGISTRATION',
  'PAYMENT_API_VERSION',
  'VIDEO_CLIENTS',
  'RELAY_URL',
  'RELAY_FOR',
  'RECORDER_API_URL',
  'NOTES_API_URL',
  'NOTES_PLATFORM_URL',
  'WORKSPACE_API_URL',
  'WORKSPACE_APP_URL',
  'SHOP_SELLER_URL',
  'SHOP_CONSUMER_URL',
  'VIDEO_URL',
  'VIDEO_DATA_URL',
  'SOCIAL_API_URL',
  'SOCIAL_AUTHORIZE_URL',
] as const
export type Variable = (typeof VARIABLES)[number]

/** The secrets that every customer of a fleet has, with different values. */
export const OWN_SECRETS = ['API_KEY', 'ADMIN_KEY', 'CREDENTIALS_KEY'] as const
export type OwnSecret = (typeof OWN_SECRETS)[number]

/** The secrets of a deployment, compared with the code like the variables. */
export const SECRETS = [
  ...OWN_SECRETS,
  'CREDENTIALS_KEY_PREVIOUS',
  'RECORDER_TOKEN',
  'NOTES_TOKEN',
  'WORKSPACE_TOKEN',
  'SOCIAL_TOKEN',
  'SOCIAL_APP_ID',
  'SOCIAL_APP_SECRET',
  'RELAY_TOKEN',
  'SHOP_VENDOR_ID',
  'SHOP_ACCESS_KEY',
  'SHOP_SECRET_KEY',
  'SHOP_SESSION',
  'PAYMENT_HOST',
  'PAYMENT_API_KEY',
  'PAYMENT_MEMBER_ID',
  'PAYMENT_MERCHANT_ID',
  'PAYMENT_BUSINESS_NUMBER',
  'VIDEO_API_KEY',
] as const
export type Secret = (typeof SECRETS)[number]

export const isOneOf = <Name extends string>(names: readonly Name[], word: string): word is Name =>
  names.some((name) => name === word)
