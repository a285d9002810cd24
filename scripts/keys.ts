/** `npm run keys`: manages the named keys of a gateway, as `latchkey keys` of the client's package does. */
import { Command } from '@commander-js/extra-typings'
import { generate } from './support/generate.ts'

// The options are fields of the API, which the declarations of its operations name.
await generate()
const [{ addKeyCommands }, { describeFailure }] = await Promise.all([
  import('../src/client/command/keys.ts'),
  import('../src/client/command/gateway.ts'),
])
try {
  await addKeyCommands(new Command('npm run keys "--"')).parseAsync()
} catch (error) {
  console.error(describeFailure(error))
  process.exitCode = 1
}
