import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { badInput } from '../base/errors.ts'
import { isObject, member, textMember, visibleText } from '../base/json.ts'
import { ACCESS, callObject } from '../base/objects.ts'
import { accountsOf, productsOf } from '../gateway/auth/accounts.ts'
import type { Caller } from '../gateway/auth/caller.ts'
import { type CallDescription, getFingerprint, newConfirmation } from '../gateway/auth/confirmation.ts'
import { isSigned, sign } from '../gateway/auth/signature.ts'
import type { AppEnv, RequestState } from '../gateway/state.ts'
import { type Arguments, bringsAccount, forwardedHeaders, type LoadedTool } from './request.ts'

/** The call that a client makes for its user. */
export interface Asking {
  c: Context<AppEnv>
  caller: Caller
  mcpReq: ServerContext['mcpReq']
}

/** Whether the client can show a form to its user. Only the revision 2026-07-28 says so in each request. */
function showsForms({ envelope }: Asking['mcpReq']): boolean {
  const elicitation = member(member(envelope, CLIENT_CAPABILITIES_META_KEY), 'elicitation')
  return isObject(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation)
}

/** The only question of a call. */
const QUESTION = 'confirm'

/**
 * Whether the user of the client has agreed to this call, or the result that asks for it (2026-07-28, "multi round-trip
 * requests"). The agreement is valid once, for 10 minutes, for this caller, tool, account and arguments: `requestState` is a
 * signed reference to what ACCESS stores. Undefined when the client is not asked. Throws 400.
 *
 * @param readDescription what the person reads about the call, or the refusal of a call that cannot be made: then
 * nobody is asked
 */
export async function askPerson(
  { operation, tool }: LoadedTool,
  args: Arguments,
  { c, caller, mcpReq }: Asking,
  readDescription: () => Promise<Response>,
): Promise<{ question?: InputRequiredResult; refusal?: Response } | undefined> {
  // The client's answer does not prove that a person gave it: with `confirm` the owner decides on a page.
  if (!operation.effect || caller.confirms || !showsForms(mcpReq)) return undefined
  const state = c.get('state')
  const { headers } = c.req.raw
  const brought = forwardedHeaders(operation.input().header).map((name) => headers.get(name) ?? undefined)
  const isBrought = productsOf(operation).some((product) => bringsAccount(product, operation, headers))
  const accounts = isBrought ? [] : accountsOf(operation, state.upstream)
  const fingerprint = await getFingerprint('tool', caller.id, operation.id, args, brought, accounts)
  const requestState = mcpReq.requestState()
  const action = textMember(mcpReq.inputResponses?.[QUESTION], 'action')
  // A client that sends no answer is asked again.
  if (requestState === undefined || action === undefined) {
    const description = await readDescription()
    if (!description.ok) return { refusal: description }
    const claim = newConfirmation(state, caller, fingerprint)
    await callObject(state.settings, ACCESS, (access) => access.confirmations.open(claim))
    const message = formatQuestion(tool.definition.title, await description.json())
    return { question: toQuestion(message, `${claim.id}.${await signed(state, claim.id)}`) }
  }
  const id = typeof requestState === 'string' ? await readSigned(state, requestState) : undefined
  const isOpen =
    id && (await callObject(state.settings, ACCESS, (access) => access.confirmations.take(id, fingerprint)))
  if (!isOpen) {
    throw badInput(
      'requestState: is not valid for this call, was used, or is older than 10 minutes: nothing was done. Call again without it',
    )
  }
  if (action === 'accept') return {}
  throw badInput('the person did not agree: nothing was done. Do not call again unless they ask for it')
}

/** A gateway without ADMIN_KEY has only API_KEY, whose holder still cannot guess an id. */
const secret = ({ settings: { env } }: RequestState) => env.ADMIN_KEY || env.API_KEY || ''

const signed = (state: RequestState, id: string) => sign(secret(state), 'confirmation', id)

/** The id in a `requestState` of this gateway. A forged one is refused without asking ACCESS. */
async function readSigned(state: RequestState, requestState: string): Promise<string | undefined> {
  const [id = '', signature = ''] = requestState.split('.')
  return (await isSigned(secret(state), 'confirmation', id, signature)) ? id : undefined
}

const toQuestion = (message: string, requestState: string): InputRequiredResult => ({
  resultType: 'input_required',
  inputRequests: {
    [QUESTION]: {
      method: 'elicitation/create',
      params: { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } },
    },
  },
  requestState,
})

/** Says how much is not shown, because nobody may agree to what they cannot see. Amounts are in won. */
const formatQuestion = (title: string, { fields, more_fields = 0 }: CallDescription) =>
  [
    `${title}?`,
    ...fields.map(({ name, value, more_characters = 0 }) => {
      // A line in a value must not look like another field.
      const isAmount = (name === 'price' || name === 'total') && /^\d+$/.test(value)
      const text = isAmount ? `${Number(value).toLocaleString('en-US')} won` : visibleText(value, Infinity)
      return `${name}: ${text}${more_characters > 0 ? ` (${more_characters} more characters, which are not shown)` : ''}`
    }),
    ...(more_fields > 0 ? [`and ${more_fields} more fields, which are not shown`] : []),
  ].join('\n')
