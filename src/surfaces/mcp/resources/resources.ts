import { getErrorCode } from '../../../base/error-codes.ts'
import { publicError } from '../../../base/errors.ts'
import { at, parsed, text } from '../../../base/lenient-json.ts'
import { logUnhandledError } from '../../../gateway/http/unhandled-error.ts'
import { CODES, RpcError } from '../protocol/message.ts'
import {
  checkCursor,
  invalid,
  type McpRequest,
  type Method,
  resourceNotFound,
  type ToolUse,
} from '../protocol/method.ts'
import type { Arguments } from '../tools/request.ts'
import { FOREIGN } from '../tools/result.ts'
import { withoutSignedLinks } from '../tools/shown-fields.ts'
import {
  type Listed,
  parseUri,
  RESOURCE_TYPES,
  type ResourceSource,
  type ResourceType,
  toUri,
} from './resource-types.ts'

/** The newest of each source that `resources/list` returns: what a client shows to attach. Any other has a template. */
const NEWEST = 10

/** The types that the tools of the caller can list and read. */
export async function openTypes(tools: ToolUse, request: McpRequest): Promise<readonly ResourceType[]> {
  const open = await tools.open(request)
  return RESOURCE_TYPES.filter(({ tool, source }) => open.has(tool) && open.has(source.tool))
}

/** Lists the newest. A product that fails contributes nothing, so that the others can be shown. */
export async function listSource(
  tools: ToolUse,
  source: ResourceSource,
  { count, words = '' }: { count: number; words?: string },
  request: McpRequest,
): Promise<Listed[]> {
  try {
    const { body } = await sendRead(tools, source.tool, source.args(count, words), request)
    return source.read(body, request.c.get('state').settings.timeZone)
  } catch (error) {
    if (error instanceof RpcError) return []
    throw error
  }
}

export function resourceMethods(tools: ToolUse) {
  const list: Method = async (params, request) => {
    checkCursor(params)
    const types = await openTypes(tools, request)
    const sources = [...new Set(types.map(({ source }) => source))]
    const listed = await Promise.all(
      sources.map(async (source) => {
        const own = await listSource(tools, source, { count: NEWEST }, request)
        return own
          .slice(0, NEWEST)
          .flatMap((one) =>
            types
              .filter((type) => type.source === source && (one.has ?? [type.name]).includes(type.name))
              .map((type) => toResource(type, one)),
          )
      }),
    )
    return JSON.stringify({ resources: listed.flat() })
  }

  const listTemplates: Method = async (params, request) => {
    checkCursor(params)
    const types = await openTypes(tools, request)
    return JSON.stringify({
      resourceTemplates: types.map(({ name, title, description, template, mimeType }) => ({
        uriTemplate: template,
        name,
        title,
        description,
        mimeType,
      })),
    })
  }

  const read: Method = async (params, request) => {
    const { uri } = params
    if (typeof uri !== 'string') throw invalid('uri must be a text')
    const found = parseUri(uri)
    if (!found || !(await tools.find(found.type.tool, request))) throw resourceNotFound(uri)
    const { type, id } = found
    const { status, body } = await sendRead(tools, type.tool, type.args(id), request, uri)
    if (status === 404) throw resourceNotFound(uri)
    const content = withoutSignedLinks(type.read(body) ?? '')
    return JSON.stringify({
      contents: [{ uri, mimeType: type.mimeType, text: content && `${content}\n\n${FOREIGN}` }],
    })
  }

  return { 'resources/list': list, 'resources/templates/list': listTemplates, 'resources/read': read }
}

/** Name and time are what a person chooses by. */
const toResource = (type: ResourceType, { id, name, time }: Listed) => ({
  uri: toUri(type, id),
  name: name || id,
  title: `${name || id} (${type.title})`,
  mimeType: type.mimeType,
  ...(time !== undefined && { annotations: { lastModified: time } }),
})

/** The answer of a reading tool's operation, whole. Throws `RpcError` for a failure other than 404. */
async function sendRead(tools: ToolUse, tool: string, args: Arguments, request: McpRequest, uri?: string) {
  try {
    const response = await tools.send(tool, args, request)
    const body = parsed(await response.text())
    const { status } = response
    if (!response.ok && status !== 404) {
      const message = text(at(body, 'error')) ?? `HTTP ${status}`
      throw failure(message, { uri, status, code: response.headers.get('X-Error-Code') ?? undefined })
    }
    return { status, body }
  } catch (error) {
    if (error instanceof RpcError) throw error
    const { status, message, reason } = publicError(error)
    if (reason === 'bug') logUnhandledError(request.c.get('state').id, error)
    throw failure(message, { uri, status, code: getErrorCode(reason, status) })
  }
}

const failure = (message: string, data: { uri?: string | undefined; status: number; code?: string | undefined }) =>
  new RpcError(CODES.refused, message, { data })
