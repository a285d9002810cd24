import { isFreshKey } from '../operation/values.ts'
import type { Call, HeaderValue } from './call.ts'

const secret = (value: HeaderValue) => 'variable' in value

/** The fields of the module HTTP, "Make a request" (version 4), in its order. */
export function make({ method, address, query, headers, body }: Call): string {
  const [key, ...others] = headers.filter(([, value]) => secret(value))
  const plain = headers.filter(([name, value]) => !secret(value) && name !== 'Content-Type')
  return [
    key ? `Authentication type: API key` : 'Authentication type: No authentication',
    ...(key ? [`  Credentials: a new keychain, placed in the header ${key[0]}`] : []),
    `URL: ${address}`,
    `Method: ${method}`,
    ...list('Headers', [
      ...others.map(([name]) => [name, '(your token)'] as const),
      ...plain.map(([name, value]) => [name, headerText(name, 'text' in value ? value.text : '')] as const),
    ]),
    ...list('Query parameters', query),
    ...(body === undefined
      ? []
      : ['Body content type: application/json', 'Body input method: JSON string', `Body content: ${body}`]),
    'Parse response: Yes',
    'Return error if HTTP request fails: Yes',
  ].join('\n')
}

/** The id of the bundle instead of the page's key, which would be the same for every bundle. */
const headerText = (name: string, text: string) => (isFreshKey(name, text) ? '{{1.id}}' : text)

const list = (label: string, pairs: readonly (readonly [string, string])[]) =>
  pairs.length === 0 ? [] : [`${label}:`, ...pairs.map(([name, value]) => `  ${name} = ${value}`)]
