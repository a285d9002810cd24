import type { Call, HeaderValue } from './call.ts'

const quoted = (text: string) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const headerValue = (value: HeaderValue) => ('variable' in value ? `process.env.${value.variable}` : quoted(value.text))

/** An object literal if that is equivalent. It is not for invalid JSON and for numbers that JavaScript rounds. */
function getBody(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    const isSame = JSON.stringify(value) === text.replace(/\s+/g, '') || JSON.stringify(value, null, 2) === text
    if (isSame && !text.includes('__proto__')) return `JSON.stringify(${text.replaceAll('\n', '\n  ')})`
  } catch {
    // Sent unchanged, so that the gateway reports what is wrong.
  }
  return quoted(text)
}

/** An ES module for Node and similar runtimes. */
export function javascript({ method, url, headers, body }: Call): string {
  return `const response = await fetch(${quoted(url)}, {
  method: ${quoted(method)},
  headers: {
${headers.map(([name, value]) => `    ${quoted(name)}: ${headerValue(value)},`).join('\n')}
  },${body === undefined ? '' : `\n  body: ${getBody(body)},`}
})
console.log(response.status, await response.text())`
}
