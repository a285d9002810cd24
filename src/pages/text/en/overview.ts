export const overview = {
  nav: 'Overview',
  title: 'Overview',
  api: 'Your API',
  address: 'API address',
  apiKey: 'API key of the deployment',
  apiKeyHint: 'It opens every account. For programs of others, make a key of their own.',
  reveal: 'Show the key',
  licence: 'Licence',
  version: 'Version',
  redirect: 'Redirect URI',
  redirectHint: 'To register in the app at Threads, for connecting with a click.',
  warnings: 'To look at',
  /** By the code of a warning; the gateway's own words for any other. */
  warningTexts: {
    api_key_unset: 'API_KEY is not set: no keyed route answers.',
    api_key_short: 'API_KEY is short: set a long random text.',
    keys_equal: 'API_KEY and ADMIN_KEY are the same: set another one of them.',
    credentials_key_unset:
      'CREDENTIALS_KEY is not set: no account can be connected here, and a renewed token is not stored.',
    any_origin: 'ALLOWED_ORIGINS is *: the page of any site may call with a key that it knows.',
    no_try_limit: 'TRY_LIMIT is not bound: wrong admin keys are not limited.',
    store_newer: 'Newer code has written what this gateway stores. Deploy the newer version again.',
  } as Record<string, string>,
  /** Of a warning about subscriptions; undefined for a code that this page does not know. */
  subscriptionWarning: (code: string, count: number): string | undefined => {
    const many = count === 1 ? 'One subscription to events' : `${count} subscriptions to events`
    const [were, have] = count === 1 ? ['was', 'has'] : ['were', 'have']
    if (code === 'subscriptions_previous_key')
      return `${many} ${were} made with a previous API key. Whoever had that key reads what is delivered. Keep what is yours: it then belongs to the present key. Delete the rest.`
    if (code === 'subscriptions_limited_key')
      return `${many} ${were} paused: the API key is disabled, has ended, or does not open what is delivered any more. Change the key, or keep the subscription: it then belongs to the API key of the deployment.`
    if (code === 'subscription_secrets_unreadable')
      return `${many} ${have} a secret that cannot be decrypted, so that nothing is delivered. Set the previous CREDENTIALS_KEY as CREDENTIALS_KEY_PREVIOUS, or have the program make a new secret (POST /events/subscriptions/{id}/secret).`
    return undefined
  },
  rotationGoesOn: (remaining: number | null) =>
    `CREDENTIALS_KEY was changed, and ${remaining === null ? 'what is stored' : `${remaining} of what is stored`} is still to be encrypted again. Wait: do not take CREDENTIALS_KEY_PREVIOUS away yet. It takes minutes; load this page again.`,
  rotationDone:
    'CREDENTIALS_KEY was changed, and everything is encrypted again. CREDENTIALS_KEY_PREVIOUS can be taken away.',
  keep: 'Keep',
  drop: 'Delete',
  allDecided: 'Done.',
  settings: (set: number, all: number) => `Settings: ${set} of ${all} set`,
  isSet: 'set',
  isUnset: 'not set',
}
