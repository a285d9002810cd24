import { isFreshKey } from '../operation/values.ts'
import { type DescribedRequest, isSecret } from '../request.ts'

/** The value of a header, or the name of the variable with a credential. */
type HeaderValue = { text: string } | { variable: string }

/** A request for a snippet, and where its credentials come from. */
interface Call {
  method: string
  /** Absolute, without the query. */
  address: string
  query: readonly (readonly [name: string, value: string])[]
  /** Absolute, with the query. */
  url: string
  headers: readonly (readonly [name: string, value: HeaderValue])[]
  body: string | undefined
}

/** `X-API-KEY` is read from `API_KEY`. */
const variable = (name: string) => name.replace(/^X-/i, '').replaceAll('-', '_').toUpperCase()

/**
 *
 * @param key the key for requests, undefined for an operation that needs none
 * @param shown whether the key and tokens are included, which only their owner may choose
 */
export function toCall(request: DescribedRequest, origin: string, key: string | undefined, shown: boolean): Call {
  const { method, path, headers, body } = request
  const url = new URL(path, origin)
  const all = Object.entries(key === undefined ? headers : { 'X-API-KEY': key, ...headers })
  return {
    method,
    address: origin + url.pathname,
    query: [...url.searchParams],
    url: origin + url.pathname + url.search,
    headers: all.map(([name, text]) => [
      name,
      isSecret(name) && !(shown && text !== '') ? { variable: variable(name) } : { text },
    ]),
    body,
  }
}

/** In single quotes sh interprets nothing. Only a single quote ends the text. */
const curlQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command for sh (macOS, Linux, Git Bash). */
function curl({ method, url, headers, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${curlQuoted(url)}`,
    ...headers.map(([name, value]) =>
      'variable' in value ? `-H "${name}: $${value.variable}"` : `-H ${curlQuoted(`${name}: ${value.text}`)}`,
    ),
    // -d would read a file if the text starts with @.
    ...(body === undefined ? [] : [`--data-raw ${curlQuoted(body)}`]),
  ].join(' \\\n  ')
}

const javascriptQuoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const javascriptHeaderValue = (value: HeaderValue) =>
  'variable' in value ? `process.env.${value.variable}` : javascriptQuoted(value.text)

/** An object literal if that is equivalent. It is not for invalid JSON and for numbers that JavaScript rounds. */
function getBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const isSame = JSON.stringify(value) === text.replace(/\s+/g, '') || JSON.stringify(value, null, 2) === text
    if (isSame && !text.includes('__proto__')) return `JSON.stringify(${text.replaceAll('\n', '\n  ')})`
  } catch {
    // Sent unchanged, so that the gateway reports what is wrong.
  }
  return javascriptQuoted(text)
}

/** An ES module for Node and similar runtimes. */
function javascript({ method, url, headers, body }: Call): string {
  return `const response = await fetch(${javascriptQuoted(url)}, {
  method: ${javascriptQuoted(method)},
  headers: {
${headers.map(([name, value]) => `    ${javascriptQuoted(name)}: ${javascriptHeaderValue(value)},`).join('\n')}
  },${body === undefined ? '' : `\n  body: ${getBody(body)},`}
})
console.log(response.status, await response.text())`
}

/** The output of JSON.stringify is also a valid Python string. */
const pythonQuoted = (text: string) => JSON.stringify(text)

/** The body, on several lines if nothing in it has a meaning in Python. */
const block = (text: string) =>
  /\\|"""|"$/.test(text) || !text.includes('\n') ? pythonQuoted(text) : `"""${text.replaceAll('\r', '')}"""`

const pythonHeaderValue = (value: HeaderValue) =>
  'variable' in value ? `os.environ[${pythonQuoted(value.variable)}]` : pythonQuoted(value.text)

/** Python 3, without dependencies. */
function python({ method, url, headers, body }: Call): string {
  const all = [
    // Some networks block the default User-Agent of urllib.
    ...headers.map(([name, value]) => [name, pythonHeaderValue(value)]),
    ['User-Agent', pythonQuoted('python')],
  ]
  const imports = headers.some(([, value]) => 'variable' in value) ? 'import os\n' : ''
  return `${imports}import urllib.error
import urllib.request

request = urllib.request.Request(
    ${pythonQuoted(url)},
    method=${pythonQuoted(method)},
    headers={
${all.map(([name = '', value]) => `        ${pythonQuoted(name)}: ${value},`).join('\n')}
    },${body === undefined ? '' : `\n    data=${block(body)}.encode(),`}
)
try:
    with urllib.request.urlopen(request) as response:
        print(response.read().decode())
except urllib.error.HTTPError as failure:
    print(failure.read().decode())`
}

/** PowerShell treats curly quotes like the straight one. Any of them is escaped by doubling it. */
const QUOTES = /['‘’‚‛]/g

/** In single quotes PowerShell interprets nothing but the quote itself. */
const powershellQuoted = (text: string) => `'${text.replace(QUOTES, '$&$&')}'`

const powershellHeaderValue = (value: HeaderValue) =>
  'variable' in value ? `$env:${value.variable}` : powershellQuoted(value.text)

/** For Windows PowerShell 5.1 and PowerShell 7. */
function powershell({ method, url, headers, body }: Call): string {
  const own = headers.filter(([name]) => name !== 'Content-Type')
  const command = [
    `Invoke-RestMethod -Method ${method} -Uri ${powershellQuoted(url)}`,
    ...(own.length > 0 ? ['-Headers $headers'] : []),
    // 5.1 sends text as Latin-1, which has no Korean.
    ...(body === undefined
      ? []
      : [`-ContentType 'application/json; charset=utf-8'`, '-Body ([System.Text.Encoding]::UTF8.GetBytes($body))']),
  ]
  return [
    ...(own.length > 0
      ? [
          `$headers = @{\n${own.map(([name, value]) => `  ${powershellQuoted(name)} = ${powershellHeaderValue(value)}`).join('\n')}\n}`,
        ]
      : []),
    ...(body === undefined ? [] : [`$body = ${powershellQuoted(body)}`]),
    `${command.join(' `\n  ')} |\n  ConvertTo-Json -Depth 20`,
  ].join('\n')
}

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
function n8n({ method, address, query, headers, body }: Call, name: string): string {
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

const secret = (value: HeaderValue) => 'variable' in value

/** The fields of the module HTTP, "Make a request" (version 4), in its order. */
function make({ method, address, query, headers, body }: Call): string {
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

export type SnippetLanguage = 'curl' | 'powershell' | 'python' | 'javascript' | 'n8n' | 'make'

/** The snippet languages, in the order of the page. An n8n node is named after the operation's summary. */
export const LANGUAGES: Readonly<Record<SnippetLanguage, (call: Call, title: string) => string>> = {
  curl,
  powershell,
  python,
  javascript,
  n8n,
  make,
}

export const LANGUAGE_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  powershell: 'PowerShell',
  python: 'Python',
  javascript: 'JavaScript',
  n8n: 'n8n',
  make: 'Make',
}
