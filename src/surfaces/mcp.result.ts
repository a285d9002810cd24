import { narrowingFields } from '../gateway/narrowing.ts'
import { cut, MOST_TEXT } from './mcp.cut.ts'
import type { ToolRequest } from './mcp.request.ts'
import type { Registered } from './registered.ts'

/** The headers of an answer that a tool result repeats, since a model sees no headers. */
const REPORTED_HEADERS = ['Retry-After', 'Idempotent-Replayed']

const blocks = (...texts: string[]) => JSON.stringify(texts.filter(Boolean).map((text) => ({ type: 'text', text })))

/** The result of a failure: the body that an HTTP caller would read, then the status. JSON text. */
export const failedResult = (body: string, status: number, headers = ''): string =>
  `{"isError":true,"content":${blocks(body, [`HTTP ${status}`, headers].filter(Boolean).join(', '))}}`

/** The result of a success, whose structure is the text of a JSON object. JSON text. */
const succeeded = (structure: string, ...texts: string[]) =>
  `{"content":${blocks(structure, ...texts)},"structuredContent":${structure}}`

/**
 * The tool result for the router's response, as JSON text. Every operation answers with a JSON object, so its text goes
 * on unparsed. One that is too long is cut and followed by a note.
 */
export async function resultOf(tool: Registered, request: ToolRequest, response: Response): Promise<string> {
  const text = await response.text()
  const headers = reportedHeaders(response.headers)
  if (!response.ok) return failedResult(text, response.status, headers)
  if (!tool.operation.output) return `{"content":${blocks(`HTTP ${response.status}: done`, headers)}}`
  if (text.length <= MOST_TEXT) return succeeded(text, headers)
  const part = JSON.stringify(cut(JSON.parse(text), MOST_TEXT))
  const note = cutNote(tool, request, text.length)
  // An answer of very many small fields cannot be cut without losing fields that the schema promises.
  return part.length > MOST_TEXT ? failedResult(note, response.status) : succeeded(part, note, headers)
}

const reportedHeaders = (headers: Headers) =>
  REPORTED_HEADERS.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])).join(', ')

function cutNote({ operation }: Registered, { method, path }: ToolRequest, length: number): string {
  const names = narrowingFields(operation.input()).map(({ name }) => name)
  const rest = names.length > 0 ? `Ask for less at a time by ${names.join(', ')}, or take` : 'Take'
  return `This answer is cut: the whole has ${length} characters, a tool answer has at most ${MOST_TEXT}, so lists and texts end early. ${rest} all of it over HTTP, with ${method} ${path} and the same key.`
}
