import type { RawAnswer, RawRequest } from './ask.ts'
import {
  answerSchema,
  type Description,
  failureSchema,
  getGroup,
  getOperations,
  type Schema,
  toValidator,
} from './openapi.ts'
import { getRoutes, type Place } from './routes.ts'

/** The fault in a few words, and the value that was found. */
export type Fault = readonly [what: string, seen: string]

/** Checks a response against the description of the requested operation, path and method. */
export function promiseCheck(description: Description) {
  const violation = toValidator(description)
  const parsePlace = getRoutes(description)
  const failures = new Map<string, Schema>()
  const groups = getGroups(description)

  const failureOf = (name: string): Schema => {
    const known = failures.get(name) ?? failureSchema(description, name)
    failures.set(name, known)
    return known
  }

  return function* check(request: RawRequest, answer: RawAnswer): Iterable<Fault> {
    const place = parsePlace(request.method, request.target)
    const { status, text, headers } = answer
    if (isPreflight(request.headers) && request.method === 'OPTIONS') {
      if (status !== 204 || text !== '') yield ['a preflight is not 204', String(status)]
      return
    }
    if (!place.path.startsWith('/api/')) return
    if (request.method === 'HEAD') {
      if (text !== '') yield ['HEAD has a body', text.slice(0, 100)]
    } else yield* body(place, answer)
    if (!place.operation) yield* absent(place, answer)
    else if (answerSchema(description, place.operation, status) === undefined)
      yield ['a status that is not declared', `${place.operation.operationId} ${status}`]
    if (text !== '' && headers.get('content-type') !== 'application/json; charset=UTF-8')
      yield ['another Content-Type than JSON', String(headers.get('content-type'))]
  }

  /** Errors are checked with the envelope of the operation or the group, successes with their own schema. */
  function* body({ operation, path }: Place, { status, text }: RawAnswer): Iterable<Fault> {
    const declared = operation && answerSchema(description, operation, status)
    if (declared === null || (status < 400 && declared === undefined)) {
      if (text !== '') yield ['a body where none is declared', text.slice(0, 100)]
      return
    }
    const value = tryJson(text)
    if (value === undefined) return yield ['an answer that is no JSON', text.slice(0, 100)]
    // A failed doctor returns its report. A status that declares several forms is checked with those.
    const isOwn = status < 400 || declared?.anyOf !== undefined
    const group = (operation ? getGroup(operation) : groups(path)) ?? 'no group'
    const [, name = group] = /(\w+)-failure$/.exec(String(declared?.$ref)) ?? []
    const schema = isOwn && declared ? declared : failureOf(name)
    const fault = violation(schema, value)
    if (fault)
      yield [
        status < 400 ? 'a success that is not as declared' : 'another failure envelope',
        `${fault}: ${text.slice(0, 200)}`,
      ]
  }

  function* absent({ operations }: Place, { status, headers }: RawAnswer): Iterable<Fault> {
    if (operations.length === 0) {
      if (status !== 404 && status !== 400) yield ['an unknown path is not 404', String(status)]
      return
    }
    const methods = operations.map(({ method }) => method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    if (status !== 405) yield ['a method that is not there is not 405', String(status)]
    else if (headers.get('allow')?.split(', ').sort().join() !== allowed.sort().join())
      yield ['Allow names other methods', `${headers.get('allow')} in place of ${allowed.join(', ')}`]
  }
}

/** The group of a path, from its first segment after the version, even if the path does not exist. */
function getGroups(description: Description): (path: string) => string | undefined {
  const all = getOperations(description)
  const groups = new Set(all.map(getGroup))
  const versions = new Set(all.map(({ path }) => path.split('/')[2] ?? ''))
  return (path) => {
    const [, , version = '', group = ''] = path.split('/')
    return versions.has(version) && groups.has(group) ? group : undefined
  }
}

const isPreflight = (headers: readonly (readonly [string, string])[]) =>
  ['Origin', 'Access-Control-Request-Method'].every((name) => headers.some(([other]) => other === name))

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
