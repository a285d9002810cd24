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
      'CREDENTIALS_KEY is not set: no account can be connected here, and a token that is renewed is not kept.',
    oauth_kv_unbound:
      'OAUTH_KV is not bound: clients that take no key, such as claude.ai and ChatGPT, cannot be connected.',
    any_origin: 'ALLOWED_ORIGINS is *: the page of any site may call with a key that it knows.',
    no_try_limit: 'TRY_LIMIT is not bound: wrong admin keys are not limited.',
    store_newer: 'Newer code has written what this gateway stores. Deploy the newer version again.',
  } as Record<string, string>,
  settings: (set: number, all: number) => `Settings: ${set} of ${all} set`,
  isSet: 'set',
  isUnset: 'not set',
}
