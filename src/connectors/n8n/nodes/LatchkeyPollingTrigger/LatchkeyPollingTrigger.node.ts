import type { IDataObject, INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { eventMethods, eventProperties, subtitle } from '../shared/events'
import { request } from '../shared/request'

export class LatchkeyPollingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Latchkey Polling Trigger',
    name: 'latchkeyPollingTrigger',
    icon: { light: 'file:../../icons/latchkey.svg', dark: 'file:../../icons/latchkey.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle,
    description: 'Like the Latchkey Trigger, for an n8n without a public address: asks for new events regularly',
    defaults: { name: 'Latchkey Polling Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'latchkeyApi', required: true }],
    properties: [...eventProperties],
  }

  methods = eventMethods

  /** Events after the stored position. The first poll only stores it; a manual test returns the newest event. */
  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const types = (this.getNodeParameter('events') as string[]).join(',')
    const accounts = (this.getNodeParameter('accounts', []) as string[]).join(',')
    const ask = (query: IDataObject) =>
      request(this, {
        method: 'GET',
        path: '/api/v1/events',
        query: { types, ...(accounts && { accounts }), ...query },
      })
    if (this.getMode() === 'manual') {
      const { events } = await ask({ order: 'newest', limit: 1 })
      return toResult(this, events as IDataObject[])
    }
    const stored = this.getWorkflowStaticData('node') as { after?: string }
    const found: IDataObject[] = []
    let after = stored.after ?? 'now'
    for (let hasMore = true; hasMore; ) {
      const page = await ask({ after, limit: 100 })
      found.push(...(page.events as IDataObject[]))
      after = page.next_after as string
      hasMore = page.has_more === true
    }
    stored.after = after
    return toResult(this, found)
  }
}

const toResult = (context: IPollFunctions, events: IDataObject[]) =>
  events.length > 0 ? [context.helpers.returnJsonArray(events)] : null
