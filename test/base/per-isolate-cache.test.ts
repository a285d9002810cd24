import { describe, expectTypeOf, it } from 'vitest'
import type { perIsolateCache } from '../../src/base/per-isolate-cache.ts'
import type { Accounts } from '../../src/objects/accounts/accounts.ts'

/** These tests are type checks, run by `npm run check`: the compiler decides what may be cached. */

type Takes<Memory> = (() => Memory) extends Parameters<typeof perIsolateCache<Memory>>[0] ? true : false

describe('what an isolate may cache', () => {
  it('is data, however deep', () => {
    expectTypeOf<Takes<Map<string, { token: string; until: number }>>>().toEqualTypeOf<true>()
    expectTypeOf<Takes<Map<string, Headers>>>().toEqualTypeOf<true>()
    expectTypeOf<Takes<{ readonly list: readonly { seen: ReadonlySet<string> }[] }>>().toEqualTypeOf<true>()
  })

  it('is nothing that belongs to a request', () => {
    expectTypeOf<Takes<Map<string, DurableObjectStub<Accounts>>>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<Map<string, { object: DurableObjectStub<Accounts> }>>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<{ running: Promise<string> | undefined }>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<Map<string, ReadableStream>>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<{ signal: AbortSignal }>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<Map<string, Response>>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<Map<string, unknown>>>().toEqualTypeOf<false>()
    expectTypeOf<Takes<{ again: () => void }>>().toEqualTypeOf<false>()
  })
})
