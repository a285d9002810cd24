import type { Call, HeaderValue } from './call.ts'

/** What JSON.stringify writes is a text of Python, too. */
const quoted = (text: string) => JSON.stringify(text)

/** The body as it was typed, readable where nothing in it has a meaning to Python. */
const block = (text: string) =>
  /\\|"""|"$/.test(text) || !text.includes('\n') ? quoted(text) : `"""${text.replaceAll('\r', '')}"""`

const headerValue = (value: HeaderValue) =>
  'variable' in value ? `os.environ[${quoted(value.variable)}]` : quoted(value.text)

/** Python 3, with nothing to install. */
export function python({ method, url, headers, body }: Call): string {
  const all = [
    // Some networks refuse the name that urllib gives itself.
    ...headers.map(([name, value]) => [name, headerValue(value)]),
    ['User-Agent', quoted('python')],
  ]
  const imports = headers.some(([, value]) => 'variable' in value) ? 'import os\n' : ''
  return `${imports}import urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    method=${quoted(method)},
    headers={
${all.map(([name = '', value]) => `        ${quoted(name)}: ${value},`).join('\n')}
    },${body === undefined ? '' : `\n    data=${block(body)}.encode(),`}
)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())`
}
