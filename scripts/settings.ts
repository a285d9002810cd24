import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './support/build.ts'
import { fail, readCommand } from './support/usage.ts'

/**
 * `npm run settings [FILE]`: a file of settings, `.deploy.vars` unless said, from `.dev.vars.example`: with a key to call
 * with and a key to encrypt with, both made now, and with everything that is not filled in left out. It overwrites nothing.
 */
const { positionals } = readCommand({
  usage: `npm run settings -- [FILE]

Makes a file of settings, .deploy.vars unless said, with fresh keys in it. It overwrites nothing.`,
  options: {},
  words: 1,
})
const [file = '.deploy.vars'] = positionals
const made: Readonly<Record<string, string>> = {
  API_KEY: randomBytes(32).toString('hex'),
  ADMIN_KEY: randomBytes(32).toString('hex'),
  CREDENTIALS_KEY: randomBytes(32).toString('base64'),
}

const example = await readFile(join(ROOT, '.dev.vars.example'), 'utf8')
const settings = example
  .replace(/^# Copy.*\n(#.*\n)*/, '# Settings of one deployment. Keep this file to yourself: it holds secrets.\n')
  .replace(/^([A-Z_]+)=(.*)$/gm, (_, name: string, value: string) => {
    const text = made[name] ?? value
    // An empty text is no setting, and would be stored as one.
    return text === '' ? `# ${name}=` : `${name}=${text}`
  })

try {
  await writeFile(file, settings, { flag: 'wx', mode: 0o600 })
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  fail(`${file} is there already, and stays as it is`)
}
console.log(
  `${file} is made. The key that callers send is API_KEY in it. Fill in the accounts that you have, and take away the # before them.`,
)
