import { vi } from 'vitest'
import {
  ACCOUNT_SECRETS,
  type Account,
  groupOfAccount,
  PRODUCTS,
  type Product,
  productOf,
  type Secrets,
} from '../../src/base/groups.ts'
import { getSettings } from '../../src/base/settings.ts'
import { storeSecrets } from '../../src/upstream/credentials.ts'
import { nameKey } from '../gateway/auth/keys/named-keys.ts'
import { joined } from '../simulators/joined.ts'
import type { TiroSimulator } from '../simulators/notes/index.ts'
import type { PaySsamSimulator } from '../simulators/payment/index.ts'
import { EU_USER_TOKEN, REGIONS } from '../simulators/recorder/index.ts'
import { createCoupang } from '../simulators/shop/index.ts'
import type { Simulator } from '../simulators/simulator.ts'
import { type createThreads, SOCIAL_TOKEN } from '../simulators/social/index.ts'
import { createYouTube } from '../simulators/video/index.ts'
import { NOTION_TOKENS, type NotionSimulator } from '../simulators/workspace/index.ts'
import { BINDINGS } from '../support/gateway.ts'
import { setStage, type Variation } from './stage.ts'
import type { Subject } from './subjects.ts'

/** The secrets of a second account of each product. Those of its first account are in the rows. */
const SECRETS = {
  RECORDER_TOKEN: EU_USER_TOKEN,
  NOTES_TOKEN: 'key-full.test-secret-of-two',
  SOCIAL_TOKEN: 'test-token-of-two',
  SHOP_VENDOR_ID: 'A00067890',
  SHOP_ACCESS_KEY: 'access-key-of-two',
  SHOP_SECRET_KEY: 'secret-key-of-two',
  SHOP_SESSION: 'PCID=pcid-of-two; X-CP-L=login-of-two; MEMBER_ID=shopper-two; sid=session-of-two',
  PAYMENT_HOST: 'erp-api.payssam.kr',
  PAYMENT_API_KEY: 'payment-key-of-two',
  PAYMENT_MEMBER_ID: 'member-of-two',
  PAYMENT_MERCHANT_ID: 'merchant-of-two',
  PAYMENT_BUSINESS_NUMBER: '222-33-44444',
  VIDEO_API_KEY: 'data-api-key-of-two',
  WORKSPACE_TOKEN: 'ntn_test-two',
} as const satisfies Secrets

export const secretsOfSecond = (product: Product): Secrets =>
  Object.fromEntries(ACCOUNT_SECRETS[product].map((name) => [name, SECRETS[name]]))

/** The products of which the rows of a group use accounts. */
export const productsOfRows = ({ contract: { group } }: Subject): readonly Product[] =>
  group === 'gateway' ? ['notes'] : PRODUCTS.filter((product) => groupOfAccount(product) === group)

/** The product as it is for its second account: it knows no other credential. */
function createSecond({ contract, row }: Subject, clock: { now(): number }): Simulator {
  const { SHOP_VENDOR_ID: id, SHOP_ACCESS_KEY: accessKey, SHOP_SECRET_KEY: secretKey } = SECRETS
  if (contract.group === 'shop')
    return createCoupang({ clock, vendor: { id, accessKey, secretKey }, session: SECRETS.SHOP_SESSION })
  if (contract.group === 'video') return createYouTube({ clock, key: SECRETS.VIDEO_API_KEY })
  const double = (row.simulate ?? contract.simulate)(clock)
  switch (contract.group) {
    case 'notes':
    case 'gateway': {
      const key = (double as TiroSimulator).state.keys.find(({ id }) => SECRETS.NOTES_TOKEN.startsWith(`${id}.`))
      if (key) key.secret = 'test-secret-of-two'
      break
    }
    case 'social': {
      const { token, state } = double as ReturnType<typeof createThreads>
      state.tokens.issue('long', { value: SECRETS.SOCIAL_TOKEN, issuedAt: token.issuedAt })
      state.tokens.all.delete(SOCIAL_TOKEN)
      break
    }
    case 'payment': {
      const { partner } = (double as PaySsamSimulator).state
      const { PAYMENT_API_KEY: apiKey, PAYMENT_MEMBER_ID: member, PAYMENT_MERCHANT_ID: merchant } = SECRETS
      Object.assign(partner, { apiKey, member, merchant })
      break
    }
    case 'workspace':
      for (const connection of (double as NotionSimulator).state.connections)
        if (connection.token === NOTION_TOKENS.full) connection.token = SECRETS.WORKSPACE_TOKEN
  }
  return double
}

/** The secrets that travel and that only one account has. */
const TRAVELLING = [
  ...(['NOTES_TOKEN', 'SOCIAL_TOKEN', 'SHOP_ACCESS_KEY', 'SHOP_SESSION', 'VIDEO_API_KEY', 'WORKSPACE_TOKEN'] as const),
  ...(['PAYMENT_API_KEY', 'PAYMENT_MEMBER_ID', 'PAYMENT_MERCHANT_ID'] as const),
]
const marksOf = (secrets: Secrets): string[] =>
  TRAVELLING.flatMap((name) => secrets[name] ?? []).flatMap((secret) => [secret, encodeURIComponent(secret)])

/** The product issues tokens of its own, and its links have none, but the accounts are in two regions. */
const EU_HOSTS: readonly string[] = [REGIONS.euc1.api, REGIONS.euc1.content, REGIONS.euc1.audio]

/**
 * Two doubles of the product of a row, each of which knows one account. A call reaches the one whose credential it has.
 * A call without any, or with those of both, reaches none, and the request fails.
 *
 * @param change what makes the product of the second account another one
 */
export function createBoth(
  subject: Subject,
  clock: { now(): number },
  change: (double: Simulator) => Simulator = (double) => double,
) {
  const { contract, row } = subject
  const first = (row.simulate ?? contract.simulate)(clock)
  const second = change(createSecond(subject, clock))
  const [ofFirst, ofSecond] = [marksOf(row.connected ?? contract.connected), marksOf(SECRETS)]
  const both = joined(first.name, [first, second], async (request) => {
    if (contract.group === 'recorder') return EU_HOSTS.includes(new URL(request.url).hostname) ? second : first
    const text = [
      request.url,
      ...request.headers.values(),
      new TextDecoder().decode(await request.clone().arrayBuffer()),
    ].join('\n')
    const [isFirst, isSecond] = [ofFirst, ofSecond].map((marks) => marks.some((mark) => text.includes(mark)))
    return isFirst === isSecond ? undefined : isFirst ? first : second
  })
  return { first, second, both }
}

/** Ids that differ from account to account, or from call to call. */
const IDS = /A000\d+|ws_[0-9a-f]+|[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** The second account of the product of an account. */
export const second = <A extends Account>(account: A): Account => `${productOf(account)}:two`

/** A gateway with two accounts of each product of the row: those of its settings, and those that the owner added. */
export async function setTwoAccounts(subject: Subject) {
  let doubles: Record<'first' | 'second', Simulator> | undefined
  const simulate = (clock: { now(): number }) => {
    const { both, ...each } = createBoth(subject, clock)
    doubles = each
    return both
  }
  const stage = setStage({ ...subject, row: { ...subject.row, simulate } })
  const products = productsOfRows(subject)
  for (const product of products) await storeSecrets(getSettings(BINDINGS), second(product), secretsOfSecond(product))
  const reads = vi.spyOn(BINDINGS.STORE, 'get')
  const objects = vi.spyOn(stage.gateway.env.ACCOUNTS, 'getByName')

  return {
    bound: await nameKey({ accounts: products.map(second) }),
    /** The answer, what each double received, and the accounts whose records and objects were used. */
    async ask(account: string | null, { headers, ...variation }: Variation = {}) {
      const before = { first: doubles?.first.calls.length, second: doubles?.second.calls.length }
      const received = (which: 'first' | 'second') =>
        doubles?.[which].calls
          .slice(before[which])
          .map(({ method, url }) => `${method} ${url.pathname.replace(IDS, ':id')}`)
      reads.mockClear()
      objects.mockClear()
      const answer = await stage.ask({ headers: { ...headers, 'X-Account': account }, ...variation })
      const names = [...reads.mock.calls, ...objects.mock.calls].map(([name]) => String(name))
      return {
        status: answer.status,
        used: answer.headers.get('X-Account'),
        error: answer.json?.error,
        isReplayed: answer.headers.has('Idempotent-Replayed'),
        first: received('first'),
        second: received('second'),
        touched: new Set(names.flatMap((name) => /(?:credentials|state)\/(.*)/.exec(name)?.[1] ?? [])),
      }
    },
  }
}
