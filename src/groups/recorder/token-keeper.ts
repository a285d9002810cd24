import * as z from 'zod'
import type { HeldToken } from '../../base/account-object.ts'
import { badGateway } from '../../base/errors.ts'
import { once } from '../../base/once.ts'
import { unreadable } from '../../upstream/failures.ts'
import type { Outgoing } from '../../upstream/outgoing.ts'
import { shapeReader } from '../../upstream/shape.ts'
import type { TokenKeeper } from '../../upstream/token-keeper.ts'
import { redirectedOrigin } from './hosts.ts'
import { callPlaud, checkEnvelope, type PlaudBody, type PlaudCall, WRONG_REGION } from './plaud.ts'

const readWorkspaces = shapeReader('recorder', () => {
  const workspace = z.object({ workspace_id: z.string(), workspace_type: z.coerce.string().optional() })
  return z.object({ data: z.object({ workspaces: z.array(workspace) }) })
})

const readMinted = shapeReader('recorder', () =>
  z.object({ data: z.object({ workspace_token: z.string().min(1), expires_in: z.coerce.number().default(86_400) }) }),
)

const PERSONAL = '0'
const WORKSPACE_ID = /^[A-Za-z0-9_-]{1,128}$/

/** The held token is the workspace token that the user token was exchanged for, until it ends or is refused. */
export const tokenKeeper: TokenKeeper = {
  serves: ({ token, lookAt }, { refused }, now) => token !== refused && now < lookAt,
  renew: (outgoing, connected, _held, { origin = '' }) => exchangeToken(outgoing, connected, origin),
}

/**
 * Exchanges a user token for a workspace token, for the personal workspace if there is one. Each exchange revokes the
 * token before it, so only ACCOUNTS may do this.
 */
async function exchangeToken(outgoing: Outgoing, userToken: string, askedOrigin: string): Promise<HeldToken> {
  let origin: string | undefined
  const call = async (request: PlaudCall): Promise<PlaudBody> => {
    let answer = await callPlaud(outgoing, origin ?? askedOrigin, userToken, request)
    if (answer.body.status === WRONG_REGION) {
      origin = followRegion(outgoing, answer.body)
      answer = await callPlaud(outgoing, origin, userToken, request)
    }
    checkEnvelope(outgoing, answer)
    return answer.body
  }

  const listed = readWorkspaces(await call({ path: '/team-app/workspaces/list?need_personal_workspace=true' }))
  const { workspaces } = listed.data
  const workspace = workspaces.find(({ workspace_type }) => workspace_type === PERSONAL) ?? workspaces[0]
  const day = 86_400_000
  // The global host takes the user's own token for data as well.
  if (!workspace) return { token: userToken, lookAt: outgoing.platform.now() + day, origin }
  if (!WORKSPACE_ID.test(workspace.workspace_id)) throw unreadable('recorder')

  const path = `/user-app/auth/workspace/token/${workspace.workspace_id}`
  const { workspace_token, expires_in } = readMinted(await call({ method: 'POST', path, body: {} })).data
  return { token: workspace_token, lookAt: outgoing.platform.now() + expires_in * 1000, origin }
}

const redirection = once(() => z.object({ data: z.object({ domains: z.object({ api: z.string() }) }) }))

/** The origin that a wrong-region answer names. Behind a relay it is not followed: 502 that names the setting. */
export function followRegion({ settings }: Outgoing, body: PlaudBody): string {
  const origin = redirectedOrigin(redirection().safeParse(body).data?.data.domains.api)
  const override = settings.url('RECORDER_API_URL')
  if (override && origin !== override.origin) {
    throw badGateway(`the recorder account lives at ${origin}: RECORDER_API_URL must lead there`, 'setting')
  }
  return origin
}
