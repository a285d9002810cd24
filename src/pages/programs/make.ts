import {
  EVENT,
  getHeaders,
  type Path,
  type Program,
  plain,
  type Request,
  type Text,
  toJson,
  type Value,
  writeBody,
} from './program.ts'

/** The distance between modules. */
const WIDTH = 300

interface Module {
  id: number
  module: string
  version: number
  parameters: object
  mapper: object
}

/**
 * A blueprint for "Import Blueprint" of Make. A text goes through the module "Transform to JSON", which puts the quotes around
 * it and escapes what is in it, because Make has no function that does so.
 */
export function toBlueprint({ name, trigger, requests, key }: Program): string {
  const modules: Module[] = []
  /** The number of the module that has the answer to a request. */
  const numbers = new Map<string, number>()
  const add = (module: Omit<Module, 'id'>) => modules.push({ id: modules.length + 1, ...module })
  if (trigger.kind === 'event') {
    numbers.set(
      EVENT,
      add({ module: 'gateway:CustomWebHook', version: 1, parameters: { hook: null, maxResults: 1 }, mapper: {} }),
    )
  }
  const reading = toReading(numbers)
  for (const request of requests) {
    const quoted = (parts: Text) =>
      add({ module: 'json:TransformToJSON', version: 1, parameters: { space: '' }, mapper: { object: reading(parts) } })
    const data =
      request.body &&
      writeBody(
        {
          text: (parts) => (plain(parts) === undefined ? `{{${quoted(parts)}.json}}` : JSON.stringify(plain(parts))),
          object: toJson,
        },
        request.body,
      )
    numbers.set(request.name, add(toHttp(request, key, reading, data)))
  }
  const flow = modules.map((module, place) => ({ ...module, metadata: { designer: { x: place * WIDTH, y: 0 } } }))
  return JSON.stringify({ name, flow, metadata: toMetadata(trigger.kind === 'event') }, null, 2)
}

/** Make's own format of values: members of lists are counted from 1. */
const toReading = (numbers: ReadonlyMap<string, number>) => {
  const place = (from: string, path: Path) =>
    [`${numbers.get(from)}${from === EVENT ? '' : '.data'}`, ...path].reduce<string>(
      (all, name) => (typeof name === 'number' ? `${all}[${name + 1}]` : all ? `${all}.${name}` : name),
      '',
    )
  const write = (value: Value): string => {
    if ('day' in value) return 'formatDate(addDays(now; -1); "YYYY-MM-DD"; "Asia/Seoul")'
    if ('literal' in value) return `"${value.literal}"`
    const found = place(value.from, value.path)
    if ('list' in value) return value.isCount ? `length(${found})` : `join(map(${found}; "${value.list}"); ", ")`
    return value.or === undefined ? found : `ifempty(${found}; ${write(value.or)})`
  }
  return (parts: Text): string =>
    parts.map((part) => (typeof part === 'string' ? part : `{{${write(part.value)}}}`)).join('')
}

/** "Make a request" of the app HTTP in version 3: the later version keeps headers with keys outside of a blueprint. */
function toHttp(
  request: Request,
  key: string,
  reading: (parts: Text) => string,
  data: string | undefined,
): Omit<Module, 'id'> {
  const { method, url, mayFail = false } = request
  return {
    module: 'http:ActionSendData',
    version: 3,
    parameters: { handleErrors: !mayFail, useNewZLibDeCompress: true },
    mapper: {
      url: reading(url),
      method: method.toLowerCase(),
      headers: getHeaders(request, key).map(([name, value]) => ({ name, value: reading(value) })),
      qs: [],
      ...(data === undefined ? { bodyType: '' } : { bodyType: 'raw', contentType: 'application/json', data }),
      parseResponse: true,
      serializeUrl: false,
      shareCookies: false,
      gzip: true,
      timeout: '',
      ca: '',
      authUser: '',
      authPass: '',
      useMtls: false,
      useQuerystring: false,
      // The key goes to the address of the file only.
      followRedirect: false,
      followAllRedirects: false,
      rejectUnauthorized: true,
    },
  }
}

const toMetadata = (instant: boolean) => ({
  instant,
  version: 1,
  scenario: {
    roundtrips: 1,
    maxErrors: 3,
    autoCommit: true,
    autoCommitTriggerLast: true,
    sequential: false,
    confidential: false,
    dataloss: false,
    dlq: false,
    freshVariables: false,
  },
  designer: { orphans: [] },
})
