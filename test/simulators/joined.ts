import type { Simulator } from './simulator.ts'

/** Several simulators as one. @param pick which of them a request reaches */
export function joined(
  name: string,
  parts: readonly Simulator[],
  pick: (request: Request) => Simulator | undefined | Promise<Simulator | undefined>,
): Simulator {
  return {
    name,
    answersFor: (host) => parts.some((part) => part.answersFor(host)),
    /** One part after the other. */
    get calls() {
      return parts.flatMap(({ calls }) => calls)
    },
    get pending() {
      return new Set(parts.flatMap(({ pending }) => [...pending]))
    },
    get unexpected() {
      return parts.flatMap(({ unexpected }) => unexpected)
    },
    fail: (fault, plan) => {
      for (const part of parts) part.fail(fault, plan)
    },
    heal: () => {
      for (const part of parts) part.heal()
    },
    async fetch(request) {
      const part = await pick(request)
      if (!part) throw new TypeError(`no part of ${name} answers for ${request.url}`)
      return part.fetch(request)
    },
  }
}
