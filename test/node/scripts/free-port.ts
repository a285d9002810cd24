import { randomInt } from 'node:crypto'
import { isPortFree } from '../../../scripts/support/port.ts'

/**
 * A free port of this machine, for a program that listens at it some seconds later. Systems give ports from 32768 on to
 * connections and to servers that name none, so one of those could be taken in the meantime.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768)
  return (await isPortFree(port)) ? port : freePort()
}
