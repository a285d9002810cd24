import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { ROOT } from '../../scripts/support/build.ts'
import type { EventsObject } from '../../src/base/events.ts'
import './build.ts'
import type { EventsPlan } from './events-process.ts'

const PROCESS = `${ROOT}test/live/events-process.ts`

type Methods = EventsObject & { jump(ahead: number): Promise<void> }

export interface EventsRuntime {
  call<Name extends keyof Methods>(
    method: Name,
    ...args: Parameters<Methods[Name]>
  ): Promise<Awaited<ReturnType<Methods[Name]>>>
  /** SIGKILL to all its processes at once. Twice is once. */
  kill(): Promise<void>
}

/** EVENTS in the built Worker, as a separate group of processes, which can be killed. */
export async function startEvents(plan: Omit<EventsPlan, 'worker'>): Promise<EventsRuntime> {
  const leader = spawn(process.execPath, [PROCESS, JSON.stringify({ worker: inject('worker'), ...plan })], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(leader, 'exit')
  const [line] = await Promise.race([once(createInterface(leader.stdout), 'line'), ended.then(() => [])])
  const { pid } = leader
  if (typeof line !== 'string' || pid === undefined) throw new Error('the runtime did not start')
  const address: string = JSON.parse(line)
  return {
    async call(method, ...args) {
      const response = await fetch(address, { method: 'POST', body: JSON.stringify({ method, args }) })
      if (!response.ok) throw new Error(`${method} failed: ${(await response.text()).slice(0, 300)}`)
      return response.json() as never
    },
    async kill() {
      if (leader.exitCode === null && leader.signalCode === null) process.kill(-pid, 'SIGKILL')
      await ended
    },
  }
}
