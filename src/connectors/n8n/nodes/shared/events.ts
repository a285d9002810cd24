import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import { asking } from './catalogue'
import events from './events.json'
import { ACCOUNTS, toAccountChoices } from './openapi'

const options = events
  .map(({ type, name, description }) => ({ name, value: type, description }))
  .sort((a, b) => (a.name < b.name ? -1 : 1))

export const eventProperties: INodeProperties[] = [
  {
    displayName: 'Events',
    name: 'events',
    type: 'multiOptions',
    required: true,
    options,
    default: ['recorder.file.ready'],
    description: 'What starts the workflow',
  },
  {
    displayName: 'Account Names or IDs',
    name: 'accounts',
    type: 'multiOptions',
    typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['events'] },
    default: [],
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    hint: 'Only events of these accounts. Without a choice: of all that the key opens.',
  },
]

export const eventMethods = {
  loadOptions: {
    /** The accounts that the key opens, of the products of the chosen events. */
    async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
      const chosen = this.getCurrentNodeParameter('events') as string[]
      const accounts = events.filter(({ type }) => chosen.includes(type)).flatMap((event) => event.accounts)
      return toAccountChoices({ accounts }, await asking(this)({ ...ACCOUNTS }))
    },
  },
}

const names = JSON.stringify(Object.fromEntries(options.map(({ name, value }) => [value, name])))

export const subtitle = `={{ (${names})[$parameter["events"][0]] + ($parameter["events"].length > 1 ? ", +" + ($parameter["events"].length - 1) : "") }}`
