import { fail, readCommand } from './support/usage.ts'
import { playDay } from './typical-day/play.ts'
import { dayTable } from './typical-day/table.ts'

/** `npm run typical-day`: what a day of one deployment takes of Cloudflare's allowances. */
readCommand({
  usage: `npm run typical-day

Plays a typical day of one owner on the built Worker and simulated products, in about a minute, and counts what Cloudflare
counts: requests, operations of KV, calls and rows of Durable Objects, CPU. docs/operations.md holds what it prints.`,
  options: {},
})
const day = await playDay().catch((error: Error) => fail(error.message))
console.log(dayTable(day))
process.exit(0)
