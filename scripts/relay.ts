/** `npm run relay`: a server with a fixed IP address for calls to products (docs/relay.md). */
import { join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { buildRelay } from './relay/build.ts'
import { ROOT } from './support/build.ts'

const { build, out } = new Command('npm run relay "--"')
  .description(
    'Runs the relay on this machine until Ctrl-C. It forwards calls of the gateway to its products, for products that answer registered addresses only. It takes RELAY_TOKEN, PORT (8788) and BIND (127.0.0.1) from the environment.',
  )
  .option(
    '--build',
    'makes dist/relay: one file for Node without dependencies, a Dockerfile, a systemd unit and instructions',
  )
  .option('--out <folder>', 'another folder for --build')
  .parse()
  .opts()

if (build) {
  const folder = out ? resolve(out) : join(ROOT, 'dist/relay')
  await buildRelay(folder)
  console.log(`The relay is in ${folder}: see README.md there`)
} else {
  await import('./relay/main.ts')
}
