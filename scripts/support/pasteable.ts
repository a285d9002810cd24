/** The setting behind each field of the management app. test/node/pasteable.test.ts compares it with the code. */
export const PASTED_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recorder: { token: 'RECORDER_TOKEN' },
  notes: { token: 'NOTES_TOKEN' },
  workspace: { token: 'WORKSPACE_TOKEN' },
  'shop-seller': { vendor_id: 'SHOP_VENDOR_ID', access_key: 'SHOP_ACCESS_KEY', secret_key: 'SHOP_SECRET_KEY' },
  'shop-consumer': { session: 'SHOP_SESSION' },
  payment: {
    host: 'PAYMENT_HOST',
    api_key: 'PAYMENT_API_KEY',
    member_id: 'PAYMENT_MEMBER_ID',
    merchant_id: 'PAYMENT_MERCHANT_ID',
    business_number: 'PAYMENT_BUSINESS_NUMBER',
  },
  video: { api_key: 'VIDEO_API_KEY' },
  social: { token: 'SOCIAL_TOKEN' },
}

/** The simulated credentials, as they are pasted into the management app of `npm start`. */
export const pasteable = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(PASTED_FIELDS)
    .map(([account, fields]) => {
      const lines = Object.entries(fields).map(([field, setting]) => `    ${field}: ${settings[setting] ?? ''}`)
      return `  ${account}\n${lines.join('\n')}`
    })
    .join('\n')
