import { expect, it } from 'vitest'
import { startEventReceiver } from '../../../scripts/support/event-receiver.ts'
import { freePort } from './free-port.ts'

/** Where the receiver of `npm start` listens. */

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)
const start = (first?: number) => startEventReceiver({}, () => {}, first)

it('takes the wanted port, the next one while that is in use, and the wanted one again after that', async () => {
  const wanted = await freePort()
  const first = await start(wanted)
  const second = await start(wanted)
  expect(portOf(first)).toBe(wanted)
  expect(portOf(second)).toBeGreaterThan(wanted)
  expect(portOf(second)).toBeLessThan(wanted + 20)
  await Promise.all([first.stop(), second.stop()])
  const third = await start(wanted)
  expect(portOf(third)).toBe(wanted)
  await third.stop()
})

it('takes any free port if none is wanted, or none of the next ones exists', async () => {
  const any = await start()
  const last = await start(65_536)
  expect(portOf(any)).toBeGreaterThan(0)
  expect(portOf(last)).toBeGreaterThan(0)
  // It is not told that a port is in use which does not exist.
  expect(last.isElsewhere).toBe(false)
  await Promise.all([any.stop(), last.stop()])
})
