import type { INodeProperties } from 'n8n-workflow'
import events from './events.json'

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
]

const names = JSON.stringify(Object.fromEntries(options.map(({ name, value }) => [value, name])))

export const subtitle = `={{ (${names})[$parameter["events"][0]] + ($parameter["events"].length > 1 ? ", +" + ($parameter["events"].length - 1) : "") }}`
