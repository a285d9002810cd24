import { member } from '../../../base/json-object.ts'
import { NAMED_BY } from '../../../base/mcp-named-by.ts'
import { KEYS, mismatch } from './envelope.ts'
import type { RpcRequest } from './message.ts'

/** Throws `RpcError` for a request whose headers contradict its body. */
export function checkHeaders(headers: Headers, { method, params }: RpcRequest): void {
  if (headers.get('MCP-Protocol-Version') === null) {
    const revision = member(member(params, '_meta'), KEYS.revision)
    throw mismatch(
      '(missing)',
      `the body envelope names protocol version ${revision} but the required MCP-Protocol-Version header is absent`,
    )
  }
  if (headers.get('Mcp-Method') === null)
    throw mismatch('(missing)', `the body names method ${method} but the required Mcp-Method header is absent`)
  if (Object.hasOwn(NAMED_BY, method)) checkName(headers.get('Mcp-Name'), NAMED_BY[method] ?? '', params)
}

function checkName(header: string | null, field: string, params: RpcRequest['params']): void {
  const value = member(params, field)
  const named = typeof value === 'string' ? value : undefined
  if (header === null) {
    if (named === undefined) return
    throw mismatch(
      '(missing)',
      `the body carries params.${field}="${named}" but the required Mcp-Name header is absent`,
    )
  }
  const decoded = decode(header)
  if (decoded === undefined) throw mismatch(header, 'the Mcp-Name header carries an invalid Base64 sentinel value')
  if (named !== undefined && decoded !== named)
    throw mismatch(header, `the body carries params.${field}="${named}" but the Mcp-Name header names "${decoded}"`)
}

/** Headers are ASCII only, so other names are sent as `=?base64?...?=`. Undefined for invalid Base64. */
function decode(header: string): string | undefined {
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(header) ?? []
  if (base64 === undefined) return header
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}
