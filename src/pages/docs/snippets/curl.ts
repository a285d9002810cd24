import type { Call } from './call.ts'

/** In single quotes sh interprets nothing. Only a single quote ends the text. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A command for sh (macOS, Linux, Git Bash). */
export function curl({ method, url, headers, body }: Call): string {
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...headers.map(([name, value]) =>
      'variable' in value ? `-H "${name}: $${value.variable}"` : `-H ${quoted(`${name}: ${value.text}`)}`,
    ),
    // -d would read a file if the text starts with @.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ')
}
