const operations = require('../operations.json')
const { run } = require('./operation')
const { toRequest } = require('./values')

const RECORDING_FOLDERS = ['recorder_list_tags', {}, ({ name }) => name, 'id']

/** The lists that a person chooses from: the operation, its fields, and the name and value of an item. */
const LISTS = {
  searchRecordings: ['recorder_list_files', {}, ({ filename }) => filename, 'id'],
  searchFolders: RECORDING_FOLDERS,
  getFolders: RECORDING_FOLDERS,
  searchNotes: ['notes_list_notes', {}, ({ title }) => title, 'guid'],
  searchTables: ['workspace_search', { type: 'data_source' }, ({ title }) => title, 'id'],
  searchPages: ['workspace_search', { type: 'page' }, ({ title }) => title, 'id'],
  searchPosts: ['social_list_posts', {}, ({ text }) => text, 'id'],
  searchBills: ['payment_list_bills', {}, ({ member_nm, product_nm }) => `${member_nm}: ${product_nm}`, 'bill_id'],
  getCarriers: ['shop_list_carriers', {}, ({ name }) => name, 'code'],
}

/** How many items of the account are searched. */
const MOST = 100

/** The entries of a list of the account whose names contain the given text: their values and names. */
async function findChoices(deployment, list, text) {
  const [id, fields, name, value] = LISTS[list]
  const { payload } = await run(deployment, operations[id], toRequest(operations[id], fields), MOST)
  const wanted = text.toLowerCase()
  return payload
    .map((item) => [String(item[value]), String(name(item) || item[value]).slice(0, 100)])
    .filter((choice) => choice.some((part) => part.toLowerCase().includes(wanted)))
}

module.exports = { LISTS, findChoices }
