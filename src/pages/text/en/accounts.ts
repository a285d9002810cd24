import type { RefusedAddress } from '../../../base/url.ts'
import type { State } from '../../api/types.ts'

export const accounts = {
  title: 'Accounts',
  lead: 'Each is connected once. What you paste is checked with the product, encrypted, and never shown again.',
  states: {
    ok: 'Works',
    not_connected: 'Not connected',
    rejected: 'Sign-in rejected',
    unreachable: 'Last check failed',
    misconfigured: 'Setup error',
    expires_soon: 'Expires soon',
    untested: 'Not tested yet',
  },
  /** What to do, by state: nothing where the account works or was never connected. */
  advice: {
    rejected: 'It no longer accepts the stored sign-in. Copy it again and reconnect.',
    misconfigured: 'A setting is wrong. The details name it.',
    expires_soon: 'Reconnect it before it expires.',
    untested: 'It was never tested, so it may not work. Test it now.',
  } as Partial<Record<State, string>>,
  /** How the last request or test of an account ended. @param status the status of the product, if that is the cause */
  lastAnswers: {
    none: (name: string) => `${name} did not answer the last time.`,
    error: (name: string, status: number | null) =>
      `${name} answered with an error the last time${status === null ? '' : ` (${status})`}.`,
    unreadable: (name: string) => `${name} sent an answer that cannot be read the last time.`,
    unknown: (name: string) => `The last check of ${name} failed.`,
  },
  testLater: 'Test the account again later.',
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
      if (state === 'rejected') return `${name} no longer accepts the stored sign-in.`
      if (state === 'expires_soon') return `${name} expires ${end}.`
      return `${name} is not set up completely.`
    },
    reconnect: (name: string) => `Reconnect ${name}`,
    show: 'What to do',
    warnings: (count: number) => (count === 1 ? '1 setting to check' : `${count} settings to check`),
  },
  lastOk: 'Last success',
  connectedAt: 'Connected',
  identity: 'Connected as',
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
  instantEvents: 'Instant events',
  click: 'Sign in with Threads',
  clickDone: 'Threads is connected.',
  clickFailed: {
    denied: 'Threads was not connected: the permission was denied.',
    state: 'Threads was not connected: it took longer than 10 minutes, or was started in another browser. Try again.',
    refused: 'Threads refused the connection. Check the app id, its secret and the redirect URI.',
    unreachable: 'Threads did not respond. Try again later.',
  },
  empty: 'This deployment has no accounts to connect.',
}
