import type { Context, Handler } from 'hono'
import { appBlocked, noSuchObject, overLimit } from './refusals.ts'
import type { State, Switches } from './state.ts'
import type { Scope, Token } from './tokens.ts'

/** What every handler of the product uses. */
export interface World {
  clock: { now(): number }
  state: State
  switches: Switches
}

/** The parameters of a call, from query and form. JSON bodies are not read. */
export type Parameters = Readonly<Record<string, string>>

export async function readParameters(c: Context): Promise<Parameters> {
  const form = /^application\/x-www-form-urlencoded\b|^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')
    ? await c.req.parseBody()
    : {}
  const texts = Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ...Object.fromEntries(texts), ...c.req.query() }
}

/** The token of a call: a parameter, or the Bearer header. */
export const getToken = (c: Context, parameters: Parameters) =>
  parameters.access_token ?? /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]

export interface Call {
  c: Context
  parameters: Parameters
  token: Token
}

/** A call of the API: its token is first checked for a permission. */
export const call =
  ({ state, switches }: World, scope: Scope, answer: (call: Call) => object): Handler =>
  async (c) => {
    const parameters = await readParameters(c)
    if (switches.appBlocked) throw appBlocked(switches.appBlocked)
    const token = state.tokens.alive(getToken(c, parameters), switches.deadToken)
    state.tokens.permit(token, scope)
    if (switches.rateLimitCode !== undefined) throw overLimit(switches.rateLimitCode)
    return c.json(answer({ c, parameters, token }))
  }

/** The path parameter `user` is `me` or the account's own id. */
export function checkUser({ state }: World, { c }: Call): void {
  const user = c.req.param('user') ?? ''
  if (user !== 'me' && user !== state.profile.id) throw noSuchObject(c.req.method, user)
}
