import { createGateway, type Gateway, type Overrides } from '../support/gateway.ts'

/** The calls that requests made to the bindings. */
export interface Counts {
  /** Names of the records that were read from STORE. */
  reads: string[]
  /** Calls of objects, by their methods. */
  hops: string[]
}

export interface CountedGateway extends Gateway {
  /** The calls since the last time. */
  counted(): Counts
}

/** A deployment with a new isolate, and bindings that count. */
export function createCountedGateway(overrides: Overrides = {}): CountedGateway {
  const gateway = createGateway(overrides)
  let counts: Counts = { reads: [], hops: [] }
  const { STORE, ACCOUNTS, LEDGER } = gateway.env
  gateway.env.STORE = heard(STORE, (method, [name]) => {
    if (method === 'get') counts.reads.push(String(name))
  })
  const hop = (method: string) => {
    // It runs after the response, and no request waits for it.
    if (method !== 'noteUse') counts.hops.push(method)
  }
  gateway.env.ACCOUNTS = {
    ...withStubs(ACCOUNTS, (stub) => heard(stub, hop)),
    idFromName: (name) => ACCOUNTS.idFromName(name),
  }
  gateway.env.LEDGER = withStubs(LEDGER, (stub) => heard(stub, hop))
  return {
    ...gateway,
    counted() {
      const now = counts
      counts = { reads: [], hops: [] }
      return now
    },
  }
}

const withStubs = <Stub extends object>(objects: { getByName(name: string): Stub }, wrap: (stub: Stub) => Stub) => ({
  getByName: (name: string) => wrap(objects.getByName(name)),
})

/** The same object, with a callback for each method call. */
function heard<Target extends object>(target: Target, hear: (method: string, input: unknown[]) => void): Target {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...input: unknown[]) => {
        hear(String(name), input)
        return Reflect.apply(value, target, input)
      }
    },
  })
}
