import type { CallToolResult } from '@modelcontextprotocol/server'
import { narrowingFields } from '../gateway/narrowing.ts'
import { cut, MOST_TEXT } from './mcp.cut.ts'
import type { ToolRequest } from './mcp.request.ts'
import type { Registered } from './registered.ts'

/** The headers of an answer that a tool result repeats, since a model sees no headers. */
const REPORTED_HEADERS = ['Retry-After', 'Idempotent-Replayed']

const blocks = (...texts: string[]) => texts.filter(Boolean).map((text) => ({ type: 'text' as const, text }))

/** The result of a failure: the body that an HTTP caller would read, then the status. */
export const failedResult = (body: string, status: number, headers = ''): CallToolResult => ({
  isError: true,
  content: blocks(body, [`HTTP ${status}`, headers].filter(Boolean).join(', ')),
})

/** The tool result for the router's response. An answer that is too long is cut and followed by a note. */
export async function resultOf(tool: Registered, request: ToolRequest, response: Response): Promise<CallToolResult> {
  const text = await response.text()
  const headers = reportedHeaders(response.headers)
  if (!response.ok) return failedResult(text, response.status, headers)
  if (!tool.operation.output) return { content: blocks(`HTTP ${response.status}: done`, headers) }
  const whole: unknown = JSON.parse(text)
  if (text.length <= MOST_TEXT) return { content: blocks(text, headers), structuredContent: asObject(whole) }
  const part = cut(whole, MOST_TEXT)
  const partText = JSON.stringify(part)
  const note = cutNote(tool, request, text.length)
  // An answer of very many small fields cannot be cut without losing fields that the schema promises.
  if (partText.length > MOST_TEXT) return failedResult(note, response.status)
  return { content: blocks(partText, note, headers), structuredContent: asObject(part) }
}

const reportedHeaders = (headers: Headers) =>
  REPORTED_HEADERS.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : [])).join(', ')

/** The protocol wants an object, and every operation answers with one. */
const asObject = (value: unknown) => Object.fromEntries(Object.entries(value ?? {}))

function cutNote({ operation }: Registered, { method, path }: ToolRequest, length: number): string {
  const names = narrowingFields(operation.input()).map(({ name }) => name)
  const rest = names.length > 0 ? `Ask for less at a time by ${names.join(', ')}, or take` : 'Take'
  return `This answer is cut: the whole has ${length} characters, a tool answer has at most ${MOST_TEXT}, so lists and texts end early. ${rest} all of it over HTTP, with ${method} ${path} and the same key.`
}
