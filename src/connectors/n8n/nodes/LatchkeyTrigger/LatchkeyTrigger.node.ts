import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { eventMethods, eventProperties, subtitle } from '../shared/events'
import { isSigned } from '../shared/signature'
import { createSubscription, deleteSubscription, isSubscribed } from '../shared/subscription'

export class LatchkeyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Latchkey Trigger',
    name: 'latchkeyTrigger',
    icon: { light: 'file:../../icons/latchkey.svg', dark: 'file:../../icons/latchkey.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle,
    description:
      'Starts the workflow at once when something happens in Plaud, Tiro, Notion, Coupang, PaySsam or Threads',
    defaults: { name: 'Latchkey Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'latchkeyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName:
          'Latchkey must be able to reach this n8n at a public address. Otherwise, use the Latchkey Polling Trigger.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
      ...eventProperties,
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add Option',
        default: {},
        options: [
          {
            displayName: 'Columns',
            name: 'columns',
            type: 'string',
            default: '',
            description: 'Only rows of Notion in which one of these columns changed. Separate several with commas.',
          },
          {
            displayName: 'Include',
            name: 'include',
            type: 'multiOptions',
            options: [
              { name: 'Summary', value: 'summary' },
              { name: 'Transcript', value: 'transcript' },
            ],
            default: [],
            description: 'What to send along with a recording or a note',
          },
          {
            displayName: 'Table ID',
            name: 'table',
            type: 'string',
            default: '',
            description: 'Only rows of this table in Notion',
          },
        ],
      },
    ],
  }

  methods = eventMethods

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await isSubscribed(this)
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await createSubscription(this)
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await deleteSubscription(this)
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject() as unknown as { rawBody?: Buffer }
    const { secret } = this.getWorkflowStaticData('node') as { secret?: string }
    const headers = this.getHeaderData() as IDataObject
    if (!rawBody || !secret || !isSigned(headers, rawBody, secret)) {
      this.getResponseObject().status(401).json({ error: 'The signature does not fit' })
      return { noWebhookResponse: true }
    }
    const event = this.getBodyData()
    return { workflowData: [this.helpers.returnJsonArray({ id: headers['webhook-id'], ...event })] }
  }
}
