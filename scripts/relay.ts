import { join, resolve } from 'node:path'
import { buildRelay } from './relay/build.ts'
import { ROOT } from './support/build.ts'
import { readCommand } from './support/usage.ts'

/** `npm run relay`: a server with a fixed IP address for calls to products (docs/relay.md). */
const { values } = readCommand({
  usage: `npm run relay "--" [--build] [--out <folder>]

Runs the relay on this machine until Ctrl-C. It forwards calls of the gateway to its products, for products that answer
registered addresses only. It takes RELAY_TOKEN, PORT (8788) and BIND (127.0.0.1) from the environment.

  --build         makes dist/relay: one file for Node without dependencies, a Dockerfile, a systemd unit and instructions
  --out <folder>  another folder for --build`,
  options: { build: { type: 'boolean', default: false }, out: { type: 'string' } },
})

if (values.build) {
  const folder = values.out ? resolve(values.out) : join(ROOT, 'dist/relay')
  await buildRelay(folder)
  console.log(`The relay is in ${folder}: see README.md there`)
} else {
  await import('./relay/main.ts')
}
