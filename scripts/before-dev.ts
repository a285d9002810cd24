/** Before `npm run dev`: says which keys are missing, because Wrangler starts without them and then refuses every request. */
import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Wrangler reads the first one that exists. */
const file = ['.dev.vars', '.env'].find((name) => existsSync(name))
const settings = file === undefined ? {} : parseEnv(readFileSync(file, 'utf8'))
const missing = ['API_KEY', 'ADMIN_KEY'].filter((name) => !settings[name])

if (file === undefined)
  console.log(`There is no file .dev.vars, so nobody can call the gateway or sign in to it.

  npm run setup "--" --local   creates it, with new keys
  npm start                    needs none: it runs the gateway on simulated products
`)
else if (missing.length > 0) console.log(`${file} has no ${missing.join(' and no ')}: add it to use the gateway.\n`)
else
  console.log(`Latchkey with your own accounts. At the address that Wrangler prints:

  /      the management app: sign in with ADMIN_KEY of ${file}, and connect your accounts
  /docs  the reference, where you can try every request with API_KEY of ${file}
`)
