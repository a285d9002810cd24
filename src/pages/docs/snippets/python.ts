import type { Call, HeaderValue } from './call.ts'

/** The output of JSON.stringify is also a valid Python string. */
const quoted = (text: string) => JSON.stringify(text)

/** The body, on several lines if nothing in it has a meaning in Python. */
const block = (text: string) =>
  /\\|"""|"$/.test(text) || !text.includes('\n') ? quoted(text) : `"""${text.replaceAll('\r', '')}"""`

const headerValue = (value: HeaderValue) =>
  'variable' in value ? `os.environ[${quoted(value.variable)}]` : quoted(value.text)

/** Python 3, without dependencies. */
export function python({ method, url, headers, body }: Call): string {
  const all = [
    // Some networks block the default User-Agent of urllib.
    ...headers.map(([name, value]) => [name, headerValue(value)]),
    ['User-Agent', quoted('python')],
  ]
  const imports = headers.some(([, value]) => 'variable' in value) ? 'import os\n' : ''
  return `${imports}import urllib.error
import urllib.request

request = urllib.request.Request(
    ${quoted(url)},
    method=${quoted(method)},
    headers={
${all.map(([name = '', value]) => `        ${quoted(name)}: ${value},`).join('\n')}
    },${body === undefined ? '' : `\n    data=${block(body)}.encode(),`}
)
try:
    with urllib.request.urlopen(request) as response:
        print(response.read().decode())
except urllib.error.HTTPError as failure:
    print(failure.read().decode())`
}
