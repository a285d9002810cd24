import type { EventType } from '../../../base/events.ts'
import type { Area } from '../../../base/groups.ts'
import type { SettingWarning } from '../../../base/setting-warnings.ts'
import type { RefusedAddress } from '../../../base/url.ts'
import type { Account } from '../../api/accounts.ts'
import type { State } from '../../api/types.ts'

export const accounts = {
  title: 'Accounts',
  lead: 'Each is connected once. What you paste is checked with the service, encrypted, and never shown again.',
  states: {
    ok: 'Works',
    not_connected: 'Not connected',
    rejected: 'Signed out',
    unreachable: 'Last check failed',
    misconfigured: 'Setup error',
    expires_soon: 'Expires soon',
    untested: 'Not tested yet',
  },
  /** What to do, by state: nothing where the account works or was never connected. */
  advice: {
    rejected: 'Sign-in expired or was revoked. Copy it again and reconnect.',
    misconfigured: 'A setting is wrong. The details name it.',
    expires_soon: 'Reconnect it before it expires.',
    untested: 'It was never tested, so it may not work. Test it now.',
  } as Partial<Record<State, string>>,
  /** How the last request or test of an account ended. @param status the status of the service, if that is the cause */
  lastAnswers: {
    none: (name: string) => `${name} did not answer the last time.`,
    error: (name: string, status: number | null) =>
      `${name} answered with an error the last time${status === null ? '' : ` (${status})`}.`,
    unreadable: (name: string) => `${name} sent an answer that cannot be read the last time.`,
    unknown: (name: string) => `The last check of ${name} failed.`,
    blocked: (name: string) =>
      `Meta has blocked the app for ${name}. Its owner sees why, and how to restore it, at developers.facebook.com/apps.`,
  },
  testLater: 'Test the account again later.',
  updateGateway: 'Waiting does not help. The details say why. Update the gateway.',
  refusedAddress: ({ address, isRelayed }: RefusedAddress) =>
    isRelayed
      ? `Coupang refuses the IP address ${address ?? 'of the relay'}. Register it at WING, Open API. A change takes about 30 minutes; then test the account again.`
      : `Coupang refuses the IP address ${address ?? 'of this gateway'}, because WING accepts registered addresses only and this gateway has no fixed one. Run a relay on a server with a fixed address (/docs/guide/relay), register that address at WING, Open API, and enter the relay in the settings of the gateway.`,
  purposes: {
    recorder: 'Recordings, transcripts, summaries',
    notes: 'Meeting notes, transcripts, summaries',
    workspace: 'Pages, tables, comments',
    'shop-seller': 'Orders, sales and returns of your shop',
    'shop-consumer': 'Your own orders',
    payment: 'Bills, cancellations, automatic payments',
    video: 'Details of videos. Transcripts work without it',
    social: 'Posts, replies, insights',
  },
  summary: {
    label: 'State of the accounts',
    none: 'No account is connected yet. Connect the first one below.',
    allWork: (count: number) =>
      count === 1 ? 'The connected account works.' : `All ${count} connected accounts work.`,
    someWork: (working: number, all: number, untested: number) => {
      if (all === 1)
        return untested ? 'The connected account was never tested.' : 'The connected account needs attention.'
      const sum = `${working} of ${all} accounts work`
      return untested ? `${sum}, ${untested} ${untested === 1 ? 'was' : 'were'} never tested.` : `${sum}.`
    },
    /** @param end how far away the expiry is */
    worst: (state: State, name: string, end: string): string => {
      if (state === 'rejected') return `${name}: sign-in expired or was revoked.`
      if (state === 'expires_soon') return `${name} expires ${end}.`
      return `${name} is not set up completely.`
    },
    reconnect: (name: string) => `Reconnect ${name}`,
    show: 'What to do',
    warnings: (count: number) => (count === 1 ? '1 setting to check' : `${count} settings to check`),
  },
  lastOk: 'Last used',
  connectedAt: 'Connected',
  workspace: 'Workspace',
  workspaceUnknown: 'not known yet',
  whoseLabel: 'Connected as',
  whoseUnknown: 'the service does not tell',
  /** Whose account it is. What no product names has a word for what is shown instead. */
  whose: (account: Account, identity: string): string => {
    if (account === 'shop-seller') return `vendor id ${identity}`
    if (account === 'shop-consumer') return `member ${identity}`
    if (account === 'payment') return `business number ${identity}`
    return account === 'video' ? `key ${identity}` : identity
  },
  ends: 'Expires',
  storedIn: 'Stored in',
  sources: { secret: 'the settings of the deployment', kept: 'this app, encrypted' },
  lastError: 'Last error',
  test: 'Test',
  testAll: 'Test all',
  testedAll: 'All connected accounts were tested.',
  testedOk: (name: string) => `${name} is working.`,
  testedBad: (name: string) => `Result of the test of ${name}:`,
  connect: 'Connect',
  reconnect: 'Reconnect',
  replace: 'Replace',
  byToken: 'Connect with a token',
  more: 'More',
  disconnect: 'Disconnect',
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectBody:
    'Requests for this account are refused from now on. The stored credential is deleted; to reconnect, you need to copy it again.',
  disconnected: (name: string) => `${name} is disconnected.`,
  link: 'Link for a customer',
  data: 'Data',
  failures: 'Failed requests',
  allData: 'Data of all accounts',
  instantEvents: 'Instant notifications',
  oauth: 'Sign in with Threads',
  oauthDone: 'Threads is connected.',
  oauthFailed: {
    denied: 'Threads was not connected: the permission was denied.',
    state: 'Threads was not connected: it took longer than 10 minutes, or was started in another browser. Try again.',
    refused: 'Threads refused the connection. Check the app id, its secret and the redirect URI.',
    unreachable: 'Threads did not respond. Try again later.',
  },
  empty: 'This deployment has no accounts to connect.',
}

export const common = {
  skip: 'Skip to the content',
  language: 'Language',
  docs: 'Docs',
  copy: 'Copy',
  copied: 'Copied',
  stay: 'Go back',
  leave: 'Close anyway',
  unsaved: 'What you entered is not saved.',
  main: 'Main',
  save: 'Save',
  show: 'Show',
  hide: 'Hide',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  repeat: 'Try again',
  actions: 'Actions',
  revoke: 'Revoke',
  loading: 'Loading',
  never: 'never',
  notYet: 'not yet',
  unknown: 'unknown',
}

/** What a failure means, by its code (docs/errors.md). The gateway's own message is under "Details". */
export const errors = {
  offline: 'The gateway did not respond. Check your connection and try again.',
  unknown: (status: number) => `The gateway returned ${status}. Try again.`,
  details: 'Details',
  requestId: 'Request',
  /** @param fields labels of the form's fields */
  checkFields: (fields: string) => `Check these values: ${fields}.`,
  fields: {
    name: 'name',
    licence: 'licence',
    groups: 'groups',
    expires_at: 'expiry',
    overlap_hours: 'grace period',
    max_amount: 'amount per request',
    daily_amount: 'amount per day',
    hours: 'validity',
    note: 'note',
    url: 'URL',
    types: 'types',
  } as Readonly<Record<string, string>>,
  codes: {
    invalid_input: 'The gateway does not accept one of the values. Check them and try again.',
    unknown_path: 'This gateway is older than the page. Update it.',
    method_not_allowed: 'This gateway is older than the page. Update it.',
    not_found: 'It no longer exists. Reload the page.',
    conflict: 'This is not possible in the present state. Reload the page and try again.',
    quota_exceeded: 'The plan or balance at the service is used up.',
    invalid_key: 'The API key is not valid.',
    insufficient_scope: 'You are not allowed to do this.',
    confirmation_required: 'The owner has to agree to this first.',
    proof_required: 'Confirm that it is you with the admin key or a passkey.',
    licence_required: 'The licence of this gateway does not include this.',
    origin_refused: 'The request came from another page. Reload this page and try again.',
    too_many_requests: 'Too many attempts. Wait a minute, then try again.',
    limit_exceeded: 'The amount is above the limit.',
    product_refused: 'The service does not allow this for the account.',
    app_blocked: 'Meta has blocked the app. Its owner sees why at developers.facebook.com/apps.',
    not_signed_in: 'Your session has expired. Sign in again.',
    invalid_link: 'This link is no longer valid. Ask its sender for a new one.',
    account_not_connected: 'The account is not connected.',
    account_rejected: 'The service does not accept the credential. Connect the account again.',
    setting_missing: 'A setting of the gateway is missing or wrong. The details name it.',
    oauth_refused: 'The request of the program is not valid.',
    product_failed: 'The service answered with an error. Try again later.',
    product_changed: 'The service has changed. Update the gateway.',
    answer_too_large: 'The answer of the service is too large.',
    address_refused: 'The service gave a link to an unknown address.',
    product_timeout: 'The service did not answer in time. Try again later.',
    product_unreachable: 'The service cannot be reached. Try again later.',
    caller_left: 'The request was cancelled.',
    call_budget_exceeded: 'The request needs too many calls to the service.',
    not_offered: 'The service has moved the account to a new generation, of which the gateway does not know this yet.',
    unavailable: 'The storage of the gateway did not answer. Try again in a few seconds.',
    internal_error: 'The gateway failed. Report it with the request id below.',
  },
}

export const links = {
  title: (name: string) => `Link for a customer: ${name}`,
  lead: 'A person who opens this link can connect this one account, without your admin key and without seeing anything else. It works once, for 4 hours and up to 10 attempts. You can revoke it below the accounts.',
  ownerName: 'From whom? (optional)',
  shopName: 'Sent by: the name of your shop',
  nameNeeded: 'Enter the name of your shop, so that the recipient knows who asks.',
  ownerNameHint: 'Shown on the page of the link, so that your customer knows who asks.',
  note: 'What for? (optional)',
  noteHint: 'One line, shown on the same page.',
  notCopied: 'You have not copied the link. It cannot be shown again.',
  make: 'Create link',
  url: 'Link',
  ends: (end: string) => `It expires ${end}, or once the account is connected. It is shown only once.`,
  listTitle: 'Links for customers',
  until: (time: string) => `until ${time}`,
  open: (tries: number) => `open, ${tries} attempts left`,
  states: { used: 'used', ended: 'expired', spent: 'too many attempts' },
  revoked: (name: string) => `The link for ${name} is revoked.`,
}

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
    wrong_credentials_key:
      'The encryption key is not the one that encrypted the data of this deployment. Nothing is lost: requests are refused, polls and deliveries wait, and all of it continues with the right key.',
    api_key_unset: 'The gateway has no API key: programs cannot use it.',
    api_key_short: 'The API key of the deployment is short. Set a long random text.',
    keys_equal: 'The API key and the admin key are the same. Change one of them.',
    licence_unknown: 'The licence of the deployment has a value that does not exist.',
    credentials_key_wrong: 'The encryption key has the wrong form. Set the key that you saved.',
    credentials_key_unset:
      'There is no encryption key: no account can be connected here, and a renewed token is not stored.',
    any_origin: 'Web pages of any site may call the gateway with a key that they know.',
    no_try_limit: 'Wrong admin keys are not limited.',
    key_copies_lost: 'The storage has lost keys of programs, so their requests are refused. Write the keys again.',
    relay_token_unset: 'The relay has an address, but no token.',
    relay_url_unset:
      'The relay has settings, but no address: calls go to the services directly, from no fixed IP address.',
    relay_url_wrong: 'The address of the relay must be an https address without user name or query.',
    relay_token_wrong: 'The token of the relay must have at least 32 visible ASCII characters.',
    relay_for_wrong: 'The list of services for the relay has an unknown name. The guide /docs/guide/relay lists them.',
  } satisfies Record<SettingWarning, string>,
  /** For a warning about subscriptions. Undefined for an unknown code. */
  subscriptionWarning: (code: string, count: number): string | undefined => {
    const many = count === 1 ? 'One notification' : `${count} notifications`
    const [were, have] = count === 1 ? ['was', 'has'] : ['were', 'have']
    if (code === 'subscriptions_previous_key')
      return `${many} ${were} created with a previous API key. Anyone who had that key can read what is delivered. Keep the ones that are yours: they then belong to the present key. Delete the rest.`
    if (code === 'subscriptions_limited_key')
      return `${many} ${were} paused: the API key is disabled, has expired, or no longer opens what is delivered. Change the key, or keep the notification: it then belongs to the API key of the deployment.`
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
  wishes: 'Set up an automation or an AI app',
  settings: 'Settings of the deployment',
  isSet: 'set',
  isUnset: 'not set',
}

/** The product names of the accounts, as their users know them. */
export const products: Record<Account, string> = {
  recorder: 'Plaud',
  notes: 'Tiro',
  workspace: 'Notion',
  'shop-seller': 'Coupang WING',
  'shop-consumer': 'Coupang',
  payment: 'PaySsam',
  video: 'YouTube Data API',
  social: 'Threads',
}

export const session = {
  title: 'Sign in',
  lead: 'Connect accounts, create API keys and see how they are used.',
  adminKey: 'Admin key',
  adminKeyHint: 'The key that was set when the gateway was installed.',
  signIn: 'Sign in',
  signOut: 'Sign out',
  signedOut: 'You are signed out.',
  trust: 'Trust this device (30 days)',
  trustHint: 'Not on a device that others use.',
  passkey: 'Sign in with a passkey',
  passkeyStopped: 'No passkey was used. Try again, or use the admin key.',
  passkeyRefused: 'This passkey was not accepted. Use the admin key.',
  passkeyPresent: 'This device has a passkey already.',
  wrong: 'That is not the admin key. Look for the key that you saved when you installed the gateway.',
  empty: 'Enter the admin key first.',
  ended: 'Your session has expired. Sign in to continue: nothing that you typed is lost.',
  endedTitle: 'Sign in again',
  unsetTitle: 'This deployment has no admin key yet',
  forgottenTitle: 'Lost your admin key?',
  unsetSteps: [
    'Create a key of 20 or more characters. This one was just created in your browser and was not sent anywhere:',
    'In the [dashboard of Cloudflare](https://dash.cloudflare.com), open **Workers & Pages**, this Worker, **Settings** and **Variables and Secrets**. Add a secret with the name `ADMIN_KEY` and the key as its value.',
    'Save the key in your password manager. It works after a few seconds. Changing it ends all sessions.',
  ] as [make: string, set: string, keep: string],
  unsetTerminal:
    'Or run this command in the project folder, in any shell, and paste the key when it asks for the value:',
  unsetLocal: 'For a gateway on this computer, add this line to the file `.dev.vars` instead, and restart it:',
  unsetHow: 'How to set it',
  newKey: 'New admin key',
  command: 'Command',
}

/** The name of each view, in the navigation and as its heading. */
export const views = {
  overview: 'Overview',
  keys: 'API keys',
  events: 'Notifications',
  usage: 'Usage',
  activity: 'Activity',
  'sign-in': 'Sign-in and devices',
  settings: 'Settings',
}

/** The gateway's own names, in words that people use. */
export const words = {
  /** What a key or a program may use: the service, and what it gives. */
  groups: {
    recorder: 'Plaud (recordings)',
    notes: 'Tiro (notes)',
    workspace: 'Notion (pages)',
    shop: 'Coupang (orders)',
    payment: 'PaySsam (payments)',
    video: 'YouTube (videos)',
    social: 'Threads (posts)',
    events: 'Notifications',
    gateway: 'Latchkey',
    admin: 'Management app',
  } satisfies Record<Area, string>,
  /** When an event happens. */
  eventTypes: {
    'recorder.file.ready': 'A recording is ready',
    'recorder.file.updated': 'A recording has changed',
    'notes.note.created': 'There is a new note',
    'notes.note.updated': 'A note has changed',
    'workspace.page.created': 'A page was created',
    'workspace.page.updated': 'A page has changed',
    'workspace.page.trashed': 'A page was moved to the trash',
    'workspace.row.created': 'A table has a new row',
    'workspace.row.updated': 'A row has changed',
    'workspace.comment.created': 'Somebody commented on a page',
    'shop.order.created': 'You ordered something',
    'shop.ordersheet.created': 'An order came in',
    'shop.return.created': 'A customer wants to return or cancel',
    'payment.bill.paid': 'A bill was paid',
    'payment.bill.cancelled': 'A paid bill was cancelled',
    'payment.bill.expired': 'Nobody paid a bill in time',
    'social.reply.created': 'Somebody replied to a post',
    'account.expiring': 'An account expires soon',
    'account.rejected': 'An account must be reconnected',
    'account.unreachable': 'The service of an account is down',
    'account.recovered': 'An account works again',
    'account.connected': 'An account was connected',
    'owner.changed': 'Access or an account of yours was changed',
    'latchkey.test': 'Test',
  } satisfies Record<EventType, string>,
}
