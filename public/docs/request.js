/** Headers that hold a credential: typed like a password, and never written into a command to copy. */
export const isSecret = (name) => /token|api-key/i.test(name)

/**
 * The request that a form describes.
 *
 * @param {{ method: string, path: string, parameters: { name: string, in: string }[] }} operation
 * @param {(name: string) => string} typed what was typed for a parameter; empty counts as absent
 * @param {string | undefined} body
 */
export function requestOf({ method, path, parameters }, typed, body) {
  const given = parameters.map(({ name, in: place }) => ({ name, place, value: typed(name) }))
  const search = new URLSearchParams()
  const headers = {}
  let target = path
  for (const { name, place, value } of given) {
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'query') search.set(name, value)
    else headers[name] = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { method, path: search.size > 0 ? `${target}?${search}` : target, headers, body }
}

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
const variable = (name) => name.replace(/^X-/, '').replaceAll('-', '_').toUpperCase()

/** The same request as a command. Credentials stand in it as variables of the shell. */
export function curlOf({ method, path, headers, body }, origin, keyed) {
  const secrets = Object.keys(headers).filter(isSecret)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(origin + path)}`,
    ...[...(keyed ? ['X-API-KEY'] : []), ...secrets].map((name) => `-H "${name}: $${variable(name)}"`),
    ...Object.entries(headers).flatMap(([name, value]) => (isSecret(name) ? [] : [`-H ${quote(`${name}: ${value}`)}`])),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ')
}
