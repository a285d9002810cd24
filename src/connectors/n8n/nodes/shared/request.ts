import type {
  IDataObject,
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestMethods,
  ILoadOptionsFunctions,
  INode,
  IPollFunctions,
  JsonObject,
} from 'n8n-workflow'
import { NodeApiError } from 'n8n-workflow'

export type Context = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions

export interface Request {
  readonly method: IHttpRequestMethods
  readonly path: string
  readonly query?: IDataObject
  readonly body?: IDataObject
  readonly headers?: Readonly<Record<string, string>>
}

interface Response {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** The longest wait for an answer: a transcription may take five minutes. */
const TIMEOUT = 330_000

/**
 * Sends a request to the deployment and returns the body of the answer.
 *
 * @throws NodeApiError with the sentence of the gateway
 */
export async function request(context: Context, given: Request, itemIndex?: number): Promise<IDataObject> {
  const { statusCode, headers, body } = await send(context, given, itemIndex)
  if (statusCode < 400) return (body ?? {}) as IDataObject
  throw toError(context.getNode(), { statusCode, headers, body }, itemIndex)
}

/** Like `request`, but undefined when there is nothing with this id. */
export async function find(context: Context, given: Request): Promise<IDataObject | undefined> {
  const response = await send(context, given)
  if (response.statusCode === 404) return undefined
  if (response.statusCode < 400) return (response.body ?? {}) as IDataObject
  throw toError(context.getNode(), response)
}

/** The address of the deployment, as a person pastes it: with or without a slash or /api/v1. */
export async function getOrigin(context: Context, itemIndex?: number): Promise<string> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('latchkeyApi', itemIndex)
  return baseUrl
    .trim()
    .replace(/\/$/, '')
    .replace(/\/api\/v1$/, '')
}

export async function send(context: Context, given: Request, itemIndex?: number): Promise<Response> {
  const { method, path, query = {}, body, headers } = given
  try {
    return await context.helpers.httpRequestWithAuthentication.call(context, 'latchkeyApi', {
      method,
      url: `${await getOrigin(context, itemIndex)}${path}`,
      qs: query,
      ...(body && { body }),
      headers: { ...headers },
      json: true,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
      disableFollowRedirect: true,
      timeout: TIMEOUT,
    })
  } catch (error) {
    throw new NodeApiError(context.getNode(), error as JsonObject, { itemIndex })
  }
}

/** The gateway says what is wrong and what to do in `error`. n8n itself would only show a sentence for the status. */
function toError(node: INode, { statusCode, headers, body }: Response, itemIndex?: number): NodeApiError {
  const { error } = (body ?? {}) as { error?: unknown }
  const wait = headers['retry-after']
  const details = [
    headers['x-error-code'] && `Code: ${headers['x-error-code']}.`,
    wait && `Try again in ${wait} seconds.`,
    headers['x-request-id'] && `Request ID: ${headers['x-request-id']}.`,
  ]
  return new NodeApiError(node, ((typeof body === 'object' ? body : null) as JsonObject) ?? {}, {
    message: typeof error === 'string' && error ? error : `Latchkey responded with status ${statusCode}`,
    description: details.filter(Boolean).join(' '),
    httpCode: String(statusCode),
    itemIndex,
  })
}
