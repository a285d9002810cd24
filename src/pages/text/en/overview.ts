import type { SettingWarning } from '../../../base/setting-warnings.ts'

export const overview = {
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
  /** By warning code. The gateway's own message, under "Details", names the settings. */
  warningTexts: {
    api_key_unset: 'The gateway has no API key: programs cannot use it.',
    api_key_short: 'The API key of the deployment is short. Set a long random text.',
    keys_equal: 'The API key and the admin key are the same. Change one of them.',
    licence_unknown: 'The licence of the deployment has a value that does not exist.',
    credentials_key_wrong: 'The encryption key has the wrong form. Set the key that you saved.',
    credentials_key_unset:
      'There is no encryption key: no account can be connected here, and a renewed token is not stored.',
    any_origin: 'Web pages of any site may call the gateway with a key that they know.',
    no_try_limit: 'Wrong admin keys are not limited.',
    relay_token_unset: 'The relay has an address, but no token.',
    relay_url_unset:
      'The relay has settings, but no address: calls go to the products directly, from no fixed IP address.',
    relay_url_wrong: 'The address of the relay must be an https address without user name or query.',
    relay_token_wrong: 'The token of the relay must have at least 32 visible ASCII characters.',
    relay_for_wrong: 'The list of products for the relay has an unknown name. The guide /docs/guide/relay lists them.',
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
      return `${many} ${have} a secret that cannot be decrypted, so nothing is delivered. Set the encryption key with which it was stored, or let the program create a new secret.`
    return undefined
  },
  rotationGoesOn: (remaining: number | null): string =>
    remaining === null
      ? 'The encryption key was changed. It is not known yet whether the stored data opens with the new key. Do not remove the previous key; reload this page to check.'
      : 'The encryption key was changed, and the new key was in use before the previous one was set: they open different data. Set the previous key as CREDENTIALS_KEY again, and then both keys at once.',
  rotationDone:
    'The encryption key was changed, and the new key opens everything. You can remove the previous key now.',
  keep: 'Keep',
  drop: 'Delete',
  allDecided: 'Done.',
  settings: 'Settings of the deployment',
  isSet: 'set',
  isUnset: 'not set',
}
