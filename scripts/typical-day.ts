import { fail, readCommand } from './support/usage.ts'
import { playDay } from './typical-day/play.ts'
import { playRotations } from './typical-day/rotations.ts'
import { dayTable } from './typical-day/table.ts'

/** `npm run typical-day`: measures how much of Cloudflare's allowances one deployment uses in a day. */
const { values } = readCommand({
  usage: `npm run typical-day

Runs a typical day of one owner with the built Worker and simulated products, in about a minute, and counts what Cloudflare
counts: requests, operations of KV, calls and rows of Durable Objects, CPU. Its output is in docs/operations.md.

  --rotations  instead rotates every key of the deployment in the middle of the day, and exits with 1 when a client is refused,
               an event is lost or a payment is made twice`,
  options: { rotations: { type: 'boolean', default: false } },
})
if (values.rotations) {
  const rotations = await playRotations().catch((error: Error) => fail(error.message))
  for (const { what, requests, faults } of rotations) {
    console.log(`${what}: ${requests} requests, ${faults.length === 0 ? 'all as promised' : `${faults.length} faults`}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
  process.exit(rotations.some(({ faults }) => faults.length > 0) ? 1 : 0)
}
const day = await playDay().catch((error: Error) => fail(error.message))
console.log(dayTable(day))
process.exit(0)
