import type { SettingWarning } from '../../../base/setting-warnings.ts'

export const overview = {
  nav: 'Overview',
  title: 'Overview',
  api: 'Your API',
  address: 'API address',
  apiKey: 'API key of the deployment',
  apiKeyHint: 'It opens every account. For programs of other people, create a separate key.',
  reveal: 'Show the key',
  licence: 'Licence',
  version: 'Version',
  redirect: 'Redirect URI',
  redirectHint: 'Register it in your app at Threads, to sign in with Threads.',
  warnings: 'Needs attention',
  /** By warning code. */
  warningTexts: {
    api_key_unset: 'API_KEY is not set: routes that need a key do not work.',
    api_key_short: 'API_KEY is short: set a long random text.',
    keys_equal: 'API_KEY and ADMIN_KEY are the same: change one of them.',
    licence_unknown: 'LICENCE has a value that does not exist: set basic, pro or payment.',
    credentials_key_wrong: 'CREDENTIALS_KEY is not 32 bytes in base64: set the key that you saved.',
    credentials_key_unset:
      'CREDENTIALS_KEY is not set: no account can be connected here, and a renewed token is not stored.',
    any_origin: 'ALLOWED_ORIGINS is *: pages of any site may call with a key that they know.',
    no_try_limit: 'TRY_LIMIT is not bound: wrong admin keys are not limited.',
    store_newer: 'A newer version wrote the stored data. Deploy the newer version again.',
    relay_token_unset: 'RELAY_URL is set without RELAY_TOKEN: set the secret RELAY_TOKEN to the token of the relay.',
    relay_url_unset:
      'RELAY_TOKEN or RELAY_FOR is set without RELAY_URL: calls go to the products directly, from no fixed IP address. Set RELAY_URL to the URL of the relay.',
    relay_url_wrong: 'RELAY_URL must be an https URL without user name or query, such as https://relay.example.com.',
    relay_token_wrong: 'RELAY_TOKEN must have at least 32 visible ASCII characters. Set the same token on the relay.',
    relay_for_wrong:
      'RELAY_FOR must be a comma list of products, such as shop-seller,recorder: docs/relay.md lists them.',
  } satisfies Record<SettingWarning, string>,
  /** For a warning about subscriptions. Undefined for an unknown code. */
  subscriptionWarning: (code: string, count: number): string | undefined => {
    const many = count === 1 ? 'One subscription to events' : `${count} subscriptions to events`
    const [were, have] = count === 1 ? ['was', 'has'] : ['were', 'have']
    if (code === 'subscriptions_previous_key')
      return `${many} ${were} created with a previous API key. Anyone who had that key can read what is delivered. Keep the ones that are yours: they then belong to the present key. Delete the rest.`
    if (code === 'subscriptions_limited_key')
      return `${many} ${were} paused: the API key is disabled, has expired, or no longer opens what is delivered. Change the key, or keep the subscription: it then belongs to the API key of the deployment.`
    if (code === 'subscription_secrets_unreadable')
      return `${many} ${have} a secret that cannot be decrypted, so nothing is delivered. Set the previous CREDENTIALS_KEY as CREDENTIALS_KEY_PREVIOUS, or let the program create a new secret (POST /events/subscriptions/{id}/secret).`
    return undefined
  },
  rotationGoesOn: (remaining: number | null) =>
    `CREDENTIALS_KEY was changed, and ${remaining === null ? 'the stored data' : `${remaining} stored records`} must still be encrypted again. This takes a few minutes. Do not remove CREDENTIALS_KEY_PREVIOUS yet; reload this page to check.`,
  rotationDone:
    'CREDENTIALS_KEY was changed, and everything is encrypted again. You can remove CREDENTIALS_KEY_PREVIOUS now.',
  keep: 'Keep',
  drop: 'Delete',
  allDecided: 'Done.',
  settings: (set: number, all: number) => `Settings: ${set} of ${all} set`,
  isSet: 'set',
  isUnset: 'not set',
}
