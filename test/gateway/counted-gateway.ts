import { createGateway, type Gateway, type Overrides } from '../support/gateway.ts'
import { hearCalls } from '../support/stubs.ts'

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
  gateway.env.STORE = hearCalls(STORE, (method, [name]) => {
    if (method === 'get') counts.reads.push(String(name))
  })
  const hop = (method: string) => {
    // It runs after the response, and no request waits for it.
    if (method !== 'noteUse') counts.hops.push(method)
  }
  gateway.env.ACCOUNTS = {
    ...withStubs(ACCOUNTS, (stub) => hearCalls(stub, hop)),
    idFromName: (name) => ACCOUNTS.idFromName(name),
  }
  gateway.env.LEDGER = withStubs(LEDGER, (stub) => hearCalls(stub, hop))
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
