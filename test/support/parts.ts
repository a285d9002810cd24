import { env } from 'cloudflare:workers'
import * as worker from '../../src/index.ts'

type Method = (...input: unknown[]) => unknown

const CLASSES = [worker.Access, worker.Accounts, worker.Events, worker.Ledger, worker.Usage]

/** The names of the parts that any object exposes. */
const partsOf = ({ prototype }: { prototype: object }) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { get }]) => (get ? [name] : []))

/**
 * Lets stubs reach the parts of objects, as `stub.bills.find(id)`. The test library puts a class of its own in front of each
 * object, which has the methods of the object only. So here the object calls the part. Tests of the built Worker
 * (test/node, test/slow/live) reach the parts as the platform does it.
 */
export function reachParts(): void {
  // Each test file sets up again, in the same process.
  if ('callPart' in worker.Access.prototype) return
  for (const { prototype } of CLASSES)
    Object.defineProperty(prototype, 'callPart', {
      configurable: true,
      writable: true,
      value(this: Record<string, Record<string, Method>>, part: string, method: string, input: unknown[]) {
        return this[part]?.[method]?.(...input)
      },
    })
  const parts = [...new Set(CLASSES.flatMap(partsOf))]
  const namespaces: Record<string, Method> = Object.getPrototypeOf((env as unknown as { ACCESS: object }).ACCESS)
  for (const name of ['get', 'getByName']) {
    const native = namespaces[name]
    if (!native) throw new Error(`a namespace has no ${name}`)
    namespaces[name] = function (this: unknown, ...input) {
      const stub = Reflect.apply(native, this, input) as Record<string, Method>
      for (const part of parts) Object.defineProperty(stub, part, { configurable: true, value: toPart(stub, part) })
      return stub
    }
  }
}

/** Another object may have a method with the name of a part, so this can be called, too. */
function toPart(stub: Record<string, Method>, part: string): unknown {
  return new Proxy(stub[part] as Method, {
    get: (_, method) => {
      if (typeof method === 'symbol') return undefined
      return (...input: unknown[]) => stub.callPart?.(part, method, input)
    },
  })
}
