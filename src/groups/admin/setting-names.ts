import { ACCOUNT_SECRETS } from '../../base/groups.ts'

export const SETTING_KINDS = ['secret', 'var', 'binding'] as const
export type SettingKind = (typeof SETTING_KINDS)[number]

/** Every setting of a deployment, by its kind. */
export const SETTING_NAMES = {
  secret: [
    'API_KEY',
    'ADMIN_KEY',
    'CREDENTIALS_KEY',
    'CREDENTIALS_KEY_PREVIOUS',
    ...Object.values(ACCOUNT_SECRETS).flat(),
    'SOCIAL_APP_ID',
    'SOCIAL_APP_SECRET',
    'RELAY_TOKEN',
  ],
  var: [
    'LICENCE',
    'SERVICE_NAME',
    'ALLOWED_ORIGINS',
    'SUBREQUESTS',
    'PAYMENT_API_VERSION',
    'VIDEO_CLIENTS',
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
    'EVENTS_POLL_SECONDS',
    'OAUTH_REGISTRATION',
    'RELAY_URL',
    'RELAY_FOR',
    'TIME_ZONE',
    'NOTIFY_FROM',
  ],
  binding: ['STORE', 'ACCOUNTS', 'ACCESS', 'LEDGER', 'EVENTS', 'USAGE', 'ASSETS', 'KEY_LIMIT', 'TRY_LIMIT', 'EMAIL'],
} as const satisfies Record<SettingKind, readonly string[]>
