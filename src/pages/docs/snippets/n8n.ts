import { isFreshKey } from '../operation/values.ts'
import type { Call, HeaderValue } from './call.ts'

/** n8n treats text that starts with `=` as an expression. Here `{{ }}` contains a string literal. */
const literal = (text: string) => (text.startsWith('=') ? `={{ ${JSON.stringify(text)} }}` : text)

/** The id of the item instead of the page's key, which would be the same for every item. */
const valueOfHeader = (name: string, value: string) => (isFreshKey(name, value) ? '={{ $json.id }}' : literal(value))

const parameters = (pairs: readonly (readonly [string, string])[]) => ({
  parameters: pairs.map(([name, value]) => ({ name, value: valueOfHeader(name, value) })),
})

const isWritten = (pair: readonly [string, HeaderValue]): pair is readonly [string, { text: string }] =>
  'text' in pair[1]

/** The credential of the node: one header, or several as JSON. */
function authentication(secrets: number) {
  if (secrets === 0) return { authentication: 'none' }
  return {
    authentication: 'genericCredentialType',
    genericAuthType: secrets === 1 ? 'httpHeaderAuth' : 'httpCustomAuth',
  }
}

/** An "HTTP Request" node that can be pasted into n8n. Credentials are selected there. */
export function n8n({ method, address, query, headers, body }: Call, name: string): string {
  const written = headers
    .filter(isWritten)
    .filter(([header]) => header !== 'Content-Type')
    .map(([header, { text }]) => [header, text] as const)
  const node = {
    parameters: {
      method,
      url: address,
      ...authentication(headers.filter((pair) => !isWritten(pair)).length),
      ...(query.length > 0 && { sendQuery: true, queryParameters: parameters(query) }),
      ...(written.length > 0 && { sendHeaders: true, headerParameters: parameters(written) }),
      ...(body !== undefined && { sendBody: true, specifyBody: 'json', jsonBody: literal(body) }),
      options: {},
    },
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
    name,
  }
  return JSON.stringify({ nodes: [node], connections: {} }, null, 2)
}
