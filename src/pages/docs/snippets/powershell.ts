import type { Call, HeaderValue } from './call.ts'

/** PowerShell treats curly quotes like the straight one. Any of them is escaped by doubling it. */
const QUOTES = /['‘’‚‛]/g

/** In single quotes PowerShell interprets nothing but the quote itself. */
const quoted = (text: string) => `'${text.replace(QUOTES, '$&$&')}'`

const headerValue = (value: HeaderValue) => ('variable' in value ? `$env:${value.variable}` : quoted(value.text))

/** For Windows PowerShell 5.1 and PowerShell 7. */
export function powershell({ method, url, headers, body }: Call): string {
  const own = headers.filter(([name]) => name !== 'Content-Type')
  const command = [
    `Invoke-RestMethod -Method ${method} -Uri ${quoted(url)}`,
    ...(own.length > 0 ? ['-Headers $headers'] : []),
    // 5.1 sends text as Latin-1, which has no Korean.
    ...(body === undefined
      ? []
      : [`-ContentType 'application/json; charset=utf-8'`, '-Body ([System.Text.Encoding]::UTF8.GetBytes($body))']),
  ]
  return [
    ...(own.length > 0
      ? [`$headers = @{\n${own.map(([name, value]) => `  ${quoted(name)} = ${headerValue(value)}`).join('\n')}\n}`]
      : []),
    ...(body === undefined ? [] : [`$body = ${quoted(body)}`]),
    `${command.join(' `\n  ')} |\n  ConvertTo-Json -Depth 20`,
  ].join('\n')
}
