import { JAVASCRIPT, PYTHON, writeObject, writeText } from './expressions.ts'
import { getHeaders, type Program, plain, type Request, type Text, writePlainBody } from './program.ts'

const usesYesterday = ({ requests }: Program): boolean => JSON.stringify(requests).includes('"day":"yesterday"')

/** The headers that every request to the gateway has are in the function that sends it. */
const ownHeaders = ({ headers }: Request): readonly (readonly [string, Text])[] => Object.entries(headers ?? {})

/** In single quotes sh interprets nothing. Only a single quote ends the text. */
const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command for sh. Undefined for a program with several requests. */
export function toCurl({ requests: [request, ...others], key }: Program): string | undefined {
  if (!request || others.length > 0) return undefined
  const { method, url, body } = request
  const sent = body && writePlainBody(body)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(plain(url) ?? '')}`,
    ...getHeaders(request, key).map(([name, value]) => `-H ${shellQuoted(`${name}: ${plain(value)}`)}`),
    ...(sent ? [`-H 'Content-Type: application/json'`, `--data-raw ${shellQuoted(sent)}`] : []),
  ].join(' \\\n  ')
}

/** An ES module for Node 20 or newer. */
export function toJavaScript(program: Program): string {
  const { requests, key } = program
  const calls = requests.map((request) => {
    const { name, method, url, body, hasKey } = request
    const headers = ownHeaders(request).map(
      ([header, value]) => `${JSON.stringify(header)}: ${writeText(JAVASCRIPT, value)}`,
    )
    const given = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(hasKey ? [`key: KEY`] : []),
      ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
      ...(body ? [`body: ${writeObject(JAVASCRIPT, body)}`] : []),
    ]
    return `const ${name} = await send(${writeText(JAVASCRIPT, url)}, { ${given.join(', ')} })`
  })
  return [
    `const KEY = ${JSON.stringify(key)}`,
    ...(usesYesterday(program)
      ? ['// Yesterday in Korea.', 'const yesterday = new Date(Date.now() - 15 * 3_600_000).toISOString().slice(0, 10)']
      : []),
    `async function send(url, { method = 'GET', key, headers, body }) {`,
    `  const all = { ...(key && { 'X-API-KEY': key }), ...(body && { 'Content-Type': 'application/json' }), ...headers }`,
    `  const answer = await fetch(url, { method, headers: all, body: body && JSON.stringify(body), redirect: 'error' })`,
    `  const text = await answer.text()`,
    `  if (!answer.ok) throw new Error(\`\${answer.status} \${text}\`)`,
    `  return text.startsWith('{') ? JSON.parse(text) : text`,
    `}`,
    ...calls,
    `console.log(${requests.at(-1)?.name})`,
  ].join('\n')
}

/** A value that may be missing. */
const PICK = [
  'def pick(value, *path):',
  '    for name in path:',
  '        try:',
  '            value = value[name]',
  '        except (KeyError, IndexError, TypeError):',
  '            return None',
  '    return value',
  '',
]

/** Python 3, without dependencies. */
export function toPython(program: Program): string {
  const { requests, key } = program
  const calls = requests.map((request) => {
    const { name, method, url, body, hasKey } = request
    const headers = [
      ...(hasKey ? ['"X-API-KEY": KEY'] : []),
      ...ownHeaders(request).map(([header, value]) => `${JSON.stringify(header)}: ${writeText(PYTHON, value)}`),
    ]
    const given = [
      writeText(PYTHON, url),
      ...(method === 'GET' ? [] : [`method="${method}"`]),
      ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
      ...(body ? [`body=${writeObject(PYTHON, body)}`] : []),
    ]
    return `${name} = send(${given.join(', ')})`
  })
  return [
    ...(usesYesterday(program) ? ['import datetime'] : []),
    'import json',
    'import urllib.error',
    'import urllib.request',
    '',
    `KEY = ${JSON.stringify(key)}`,
    ...(usesYesterday(program)
      ? [
          '# Yesterday in Korea.',
          'yesterday = str((datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=15)).date())',
        ]
      : []),
    '',
    'def send(url, method="GET", headers={}, body=None):',
    '    data = None if body is None else json.dumps(body).encode()',
    '    # Some networks block the default User-Agent of urllib.',
    '    all_headers = {"User-Agent": "python", "Content-Type": "application/json", **headers}',
    '    try:',
    '        with urllib.request.urlopen(urllib.request.Request(url, data, all_headers, method=method)) as answer:',
    '            text = answer.read().decode()',
    '    except urllib.error.HTTPError as failure:',
    '        raise SystemExit(f"{failure.code} {failure.read().decode()}")',
    '    return json.loads(text) if text.startswith("{") else text',
    '',
    ...(calls.some((call) => call.includes('pick(')) ? PICK : []),
    ...calls,
    `print(${requests.at(-1)?.name})`,
  ].join('\n')
}
