import * as z from 'zod'
import { checkCanKeep, connectAccount, judge, secretsIn } from '../../accounts/change-account.ts'
import type { Connectables } from '../../accounts/connectable.ts'
import { readReport } from '../../accounts/report.ts'
import { randomText } from '../../base/base64url.ts'
import { sha256Hex } from '../../base/digest.ts'
import { checkOwnOrigin } from '../../gateway/admin-access.ts'
import { END_OF_LINK, findLink, linkCookie } from '../../gateway/links.ts'
import { reply } from '../../gateway/reply.ts'
import { routeList } from '../../gateway/router.ts'
import { stateObject } from '../../upstream/account-state.ts'
import * as answers from './answers.ts'
import { write } from './declare.ts'
import { accountParam, connectableOf, credentialFields, MAX_CREDENTIAL } from './schemas.ts'
import { useLink } from './use-link.ts'

/** How long a link is open, in milliseconds. */
const LIFE_MS = 4 * 3_600_000

/** Links that connect one account without the admin key (decisions.md section 11.4). */
export function linkRoutes(connectables: Connectables) {
  const param = () => ({ param: accountParam(connectables) })
  const named = (name: string) => connectableOf(connectables, name)

  return routeList()
    .post(
      '/admin/accounts/:account/link',
      write(
        {
          id: 'admin_make_link',
          summary: 'Make a link by which somebody else connects an account',
          description: 'It opens one account for 4 hours, until it was used, and shows nothing of the deployment.',
          destructive: false,
          status: 201,
          input: param,
          output: answers.newLink,
        },
        async (c) => {
          const { settings, platform } = c.get('state')
          const { account } = named(c.req.valid('param').account)
          const token = randomText(32)
          const expiresAt = platform.now() + LIFE_MS
          await stateObject(settings, account).keepLink(await sha256Hex(token), expiresAt)
          const url = `${new URL(c.req.url).origin}/connect/${account}#${token}`
          return { url, expires_at: new Date(expiresAt).toISOString() }
        },
      ),
    )
    .post(
      '/connect/session',
      write(
        {
          id: 'admin_open_link',
          summary: 'Open a link, which sets the cookie to connect its account by',
          gate: 'open',
          destructive: false,
          idempotent: true,
          maxBody: 4096,
          input: () => ({
            json: z.object({
              account: accountParam(connectables).shape.account,
              token: z
                .string()
                .meta({ description: 'The fragment of the link', examples: ['the-fragment-of-the-link'] }),
            }),
          }),
          output: answers.openedLink,
        },
        async (c) => {
          const { settings, platform } = c.get('state')
          if (c.req.header('Origin') !== undefined) checkOwnOrigin(c)
          const { account: name, token } = c.req.valid('json')
          const link = await findLink(c, name, token)
          Object.assign(c.get('state'), { link, target: link.account })
          const { account, group, fields, click } = named(name)
          const answer = {
            ...{ account, group, service_name: settings.serviceName, fields: Object.keys(fields) },
            expires_at: new Date(link.expiresAt).toISOString(),
            can_click: click?.isReady(settings) ?? false,
          }
          return reply(answer, 200, { 'Set-Cookie': linkCookie(link, token, platform.now()) })
        },
      ),
    )
    .put(
      '/connect/:account',
      write(
        {
          id: 'admin_connect_by_link',
          summary: 'Connect the account of a link, which is used up by that',
          description: 'As admin_connect_account.',
          gate: 'link',
          maxBody: MAX_CREDENTIAL,
          input: () => ({ ...param(), json: credentialFields(connectables) }),
          output: answers.connectedByLink,
        },
        async (c) => {
          const state = c.get('state')
          const connectable = named(c.req.valid('param').account)
          const { force, ...pasted } = c.req.valid('json')
          const secrets = secretsIn(connectable, pasted)
          checkCanKeep(state)
          const learned = force ? {} : await judge(state, connectable, secrets)
          await useLink(state, () => connectAccount(state, connectable, secrets, { ...learned, isTested: !force }))
          state.answerHeaders = { 'Set-Cookie': END_OF_LINK }
          const {
            account,
            state: doing,
            expires_at,
          } = await readReport(state.settings, connectable, state.platform.now())
          return { account, state: doing, expires_at }
        },
      ),
    )
}
