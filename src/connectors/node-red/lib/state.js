const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')

/** What a node remembers over a restart: a small file in the user directory. It has no secret. */
const openState = (userDir, node) => {
  const file = join(userDir, 'latchkey', `${node}.json`)
  return {
    read() {
      try {
        return JSON.parse(readFileSync(file, 'utf8'))
      } catch {
        return {}
      }
    },
    write(state) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(state))
      renameSync(`${file}.new`, file)
    },
    remove: () => rmSync(file, { force: true }),
  }
}

module.exports = { openState }
