import { Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type AccountConnectors,
  checkCanStore,
  checkNewCredential,
  connectAccount,
  getConnector,
  getFields,
  readCredential,
  refuseOwnKeys,
  secretsIn,
  statedEnd,
  verifyCredentials,
} from '../../accounts/accounts.ts'
import type { StoredLink } from '../../base/accounts.ts'
import { randomText, sha256Hex } from '../../base/crypto.ts'
import { GatewayError, notFound } from '../../base/errors.ts'
import { type Account, isFirst } from '../../base/groups.ts'
import { ACCESS, callObject } from '../../base/objects.ts'
import { checkOwnOrigin, getHand } from '../../gateway/auth/admin.ts'
import {
  countLinkTry,
  END_OF_LINK,
  findLink,
  isCurrent,
  linkCookie,
  linkMark,
  useLink,
} from '../../gateway/auth/links.ts'
import { reply } from '../../gateway/http/respond.ts'
import { readServiceName } from '../../gateway/owner-settings.ts'
import type { AppEnv, RequestState } from '../../gateway/state.ts'
import { stateObject } from '../../upstream/accounts.ts'
import { accountField, credentialFields, describeConnected, MAX_CREDENTIAL } from './accounts.ts'
import { oneLine } from './authorization.ts'
import { read, write } from './group.ts'

type ListedLink = StoredLink & { account: Account }

const LONGEST_NAME = 60
const LONGEST_NOTE = 200

const line = (longest: number) =>
  z.optional(z.string().check(z.maxLength(longest, `must have at most ${longest} characters`)))

/** The fields that the recipient of a link sees. */
const newLinkFields = () =>
  z.strictObject({
    owner_name: line(LONGEST_NAME).check(
      z.meta({
        description: 'Who sends the link, as its page says it; the name of the service unless said',
        examples: ['Kim of Haneul'],
      }),
    ),
    note: line(LONGEST_NOTE).check(
      z.meta({
        description: 'A line of text that its page shows',
        examples: ['For the weekly report, as we discussed on the phone'],
      }),
    ),
  })

/** The id to revoke a link with. It does not open the link. */
const linkId = (digest: string): string => digest.slice(0, 16)

/** The links of all accounts, newest first. A link that was made with another ADMIN_KEY counts as expired. */
async function listLinks(state: RequestState, connectors: AccountConnectors): Promise<ListedLink[]> {
  const { settings } = state
  const ofAccount = async (account: Account): Promise<ListedLink[]> => {
    const links = await callObject(settings, stateObject(account), (state) => state.links.list())
    return Promise.all(
      links.map(async (link) => ({
        ...link,
        account,
        state: link.state === 'open' && !(await isCurrent(settings, link)) ? 'ended' : link.state,
      })),
    )
  }
  const { accounts: further = [], invited = [] } = await callObject(settings, ACCESS, (access) =>
    access.ownerSettings(),
  )
  const accounts = [...connectors.map(({ account }) => account), ...further, ...invited]
  const all = await Promise.all(accounts.map(ofAccount))
  return all.flat().sort((one, other) => other.expiresAt - one.expiresAt)
}

const linkResponse = ({ digest, account, state, triesLeft, createdAt, expiresAt, ownerName, note }: ListedLink) => ({
  id: linkId(digest),
  account,
  state,
  tries_left: triesLeft,
  owner_name: ownerName,
  note,
  created_at: new Date(createdAt).toISOString(),
  expires_at: new Date(expiresAt).toISOString(),
})

const linkIdInput = () => ({
  param: z.object({
    id: z
      .string()
      .check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of a link'))
      .check(z.meta({ description: 'The id of the link', examples: ['0123456789abcdef'] })),
  }),
})

/** How long a link is valid, in milliseconds. */
const LIFE_MS = 4 * 3_600_000

/** Invite links that connect one account without the admin key. */
export function linkRoutes(connectors: AccountConnectors) {
  const param = () => ({ param: z.object({ account: accountField() }) })
  const named = (account: Account) => getConnector(connectors, account)

  return new Hono<AppEnv>()
    .post(
      '/admin/accounts/:account/link',
      write('admin_make_link', {
        summary: 'Create an invite link for connecting one account',
        description:
          'It opens one account for 4 hours or 10 tries, until it was used, and shows nothing of the deployment. A new ADMIN_KEY ends it.',
        ko: '연결 요청 링크 만들기',
        destructive: false,
        needsProof: true,
        status: 201,
        maxBody: 4096,
        input: () => ({ ...param(), json: newLinkFields() }),
        handle: async (c) => {
          const { settings, platform } = c.get('state')
          const { account } = named(c.req.valid('param').account)
          const { owner_name, note } = c.req.valid('json')
          await checkCanStore(c.get('state'))
          const token = randomText(32)
          const digest = await sha256Hex(token)
          const createdAt = platform.now()
          const expiresAt = createdAt + LIFE_MS
          const link = {
            digest,
            createdAt,
            expiresAt,
            mark: await linkMark(settings, digest),
            ownerName: oneLine(owner_name ?? '') || (await readServiceName(c.get('state'))),
            note: oneLine(note ?? '') || null,
          }
          if (!isFirst(account)) await callObject(settings, ACCESS, (access) => access.inviteAccount(account))
          await callObject(settings, stateObject(account), ({ links }) => links.add(link))
          const url = `${new URL(c.req.url).origin}/connect/${account}#${token}`
          return { id: linkId(digest), url, expires_at: new Date(expiresAt).toISOString() }
        },
      }),
    )
    .get(
      '/admin/links',
      read('admin_list_links', {
        summary: 'List invite links',
        description: 'Those of the last week, the newest first. The links themselves are stored nowhere.',
        ko: '연결 요청 링크 목록',
        handle: async (c) => ({
          links: (await listLinks(c.get('state'), connectors)).map(linkResponse),
        }),
      }),
    )
    .delete(
      '/admin/links/:id',
      write('admin_revoke_link', {
        summary: 'Revoke an invite link',
        ko: '연결 요청 링크 취소',
        idempotent: true,
        input: linkIdInput,
        handle: async (c) => {
          const { settings } = c.get('state')
          const { id } = c.req.valid('param')
          const found = (await listLinks(c.get('state'), connectors)).find(({ digest }) => linkId(digest) === id)
          if (!found) throw notFound('there is no link with this id')
          await callObject(settings, stateObject(found.account), ({ links }) => links.revoke(found.digest))
        },
        status: 204,
      }),
    )
    .post(
      '/connect/session',
      write('admin_open_link', {
        summary: 'Open an invite link; sets the cookie for connecting its account',
        description:
          'The token is the fragment of the address that admin_make_link answered. 410: the link was used or has ended.',
        ko: '연결 요청 링크 열기',
        access: 'open',
        destructive: false,
        idempotent: true,
        maxBody: 4096,
        input: () => ({
          json: z.strictObject({
            account: accountField(),
            token: z
              .string()
              .check(z.meta({ description: 'The fragment of the link', examples: ['the-fragment-of-the-link'] })),
          }),
        }),
        handle: async (c) => {
          const { settings, platform } = c.get('state')
          if (c.req.header('Origin') !== undefined) checkOwnOrigin(c)
          const { account: name, token } = c.req.valid('json')
          const link = await findLink(c, name, token)
          Object.assign(c.get('state'), { link, target: link.account })
          const connector = named(name)
          const { account, group, oauth } = connector
          const serviceName = await readServiceName(c.get('state'))
          const answer = {
            account,
            group,
            service_name: serviceName,
            fields: getFields(connector),
            owner_name: link.ownerName ?? serviceName,
            note: link.note,
            expires_at: new Date(link.expiresAt).toISOString(),
            can_click: oauth?.isReady(settings) ?? false,
          }
          return reply(answer, 200, { 'Set-Cookie': linkCookie(link, token, platform.now()) })
        },
      }),
    )
    .put(
      '/connect/:account',
      write('admin_connect_by_link', {
        summary: 'Connect the account of an invite link; the link then expires',
        description: 'As admin_connect_account, but without force. A link has 10 tries.',
        ko: '링크로 계정 연결',
        access: 'link',
        maxBody: MAX_CREDENTIAL,
        input: () => ({ ...param(), json: credentialFields(connectors) }),
        handle: async (c) => {
          const state = c.get('state')
          const connector = named(c.req.valid('param').account)
          const { force, ...pasted } = c.req.valid('json')
          if (force) throw new GatewayError(403, 'force: is only for the owner of this gateway')
          await checkCanStore(state)
          await countLinkTry(state)
          refuseOwnKeys(state, connector, pasted)
          if (pasted.workspace !== undefined) secretsIn(connector, pasted)
          const credential = await readCredential(state, connector, pasted)
          await checkNewCredential(state, connector, credential)
          const stated = statedEnd(connector, pasted.issued_on, state.platform.now())
          const learned = await verifyCredentials(state, connector, credential)
          const expiresAt = learned.expiresAt ?? stated
          await useLink(state, () =>
            connectAccount(state, connector, credential.secrets, {
              ...learned,
              expiresAt,
              isTested: true,
              hand: getHand(c),
            }),
          )
          state.answerHeaders = { 'Set-Cookie': END_OF_LINK }
          return describeConnected(state, connector)
        },
      }),
    )
}
