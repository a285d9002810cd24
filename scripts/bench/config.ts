import { COMPATIBILITY, OBJECTS, PAGES } from '../support/workerd.ts'
import type { BenchWorker } from './runtime.ts'

/** An empty STORE, as small as the runtime allows. */
const STORE = 'export default { fetch: () => new Response(null, { status: 404 }) }'

const text = (value: string) => JSON.stringify(value)

/**
 * The workerd configuration of Workers with the bindings of wrangler.toml: Durable Objects in a folder, an empty STORE,
 * and static files from the disk. It has no rate limits, which are optional for the gateway.
 */
export const formatConfig = (
  workers: readonly BenchWorker[],
  objectsFolder: string,
  v8Flags: readonly string[],
): string => `
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  v8Flags = [${v8Flags.map(text).join(', ')}],
  services = [
    ${workers.map(({ name }) => `(name = ${text(name)}, worker = .${name}),`).join('\n    ')}
    (name = "store", worker = (
      modules = [(name = "index.js", esModule = ${text(STORE)})], compatibilityDate = ${text(COMPATIBILITY.compatibilityDate)})),
    (name = "assets", disk = (path = ${text(PAGES.directory)})),
    (name = "objects", disk = (path = ${text(objectsFolder)}, writable = true)),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [
    ${workers.map(({ name }) => `(name = ${text(name)}, address = "127.0.0.1:0", http = (), service = ${text(name)}),`).join('\n    ')}
  ],
);
${workers.map(formatWorker).join('')}`

const formatWorker = ({ name, file, data, hasObjects = !file, settings, unbound = [] }: BenchWorker): string => `
const ${name} :Workerd.Worker = (
  modules = [
    (name = "index.js", esModule = embed "${name}.js"),
    ${data ? `(name = "data", data = embed "${name}.data"),` : ''}
  ],
  compatibilityDate = ${text(COMPATIBILITY.compatibilityDate)},
  compatibilityFlags = [${COMPATIBILITY.compatibilityFlags.map(text).join(', ')}],
  bindings = [
    ${Object.entries(settings)
      .map(([setting, value]) => `(name = ${text(setting)}, text = ${text(value)}),`)
      .join('\n    ')}
    (name = "STORE", kvNamespace = "store"),
    (name = "ASSETS", service = "assets"),
    ${
      hasObjects
        ? objects((binding, className) =>
            unbound.includes(binding) ? '' : `(name = ${text(binding)}, durableObjectNamespace = ${text(className)}),`,
          )
        : ''
    }
  ],
  ${
    hasObjects
      ? `durableObjectNamespaces = [
    ${objects((_, className) => `(className = ${text(className)}, uniqueKey = ${text(`${name}-${className}`)}, enableSql = true),`)}
  ],
  durableObjectStorage = (localDisk = "objects"),`
      : ''
  }
);
`

const objects = (print: (binding: string, className: string) => string) =>
  Object.entries(OBJECTS)
    .map(([binding, className]) => print(binding, className))
    .join('\n    ')
