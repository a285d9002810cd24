const lists = require('../lists.json')
const operations = require('../operations.json')
const { toChoice } = require('./answer')
const { run } = require('./operation')
const { toRequest } = require('./values')

/** How many items of the account are searched. */
const MOST = 100

const isList = (name) => Object.hasOwn(lists, name)

/** The entries of a list of the account that contain the given text: their values and names. */
async function findChoices(deployment, name, text) {
  const { operation: id, input, search, ...choice } = lists[name]
  const operation = operations[id]
  const fields = { ...input, ...(search && text && { [search]: text }) }
  const { payload } = await run(deployment, operation, toRequest(operation, fields), MOST)
  const words = search ? '' : text.toLowerCase()
  return payload
    .map((item) => toChoice(choice, item))
    .filter((one) => one.some((part) => part.toLowerCase().includes(words)))
}

module.exports = { findChoices, isList }
