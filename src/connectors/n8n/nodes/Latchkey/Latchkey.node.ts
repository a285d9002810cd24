import type {
  IExecuteFunctions,
  INode,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
  JsonObject,
} from 'n8n-workflow'
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow'
import { execute } from '../shared/execute'
import { listSearch, loadOptions, resourceMapping } from '../shared/fields'
import { properties, subtitle } from './properties'

export class Latchkey implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Latchkey',
    name: 'latchkey',
    icon: { light: 'file:../../icons/latchkey.svg', dark: 'file:../../icons/latchkey.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle,
    description: 'Use Plaud, Tiro, Notion, Coupang, PaySsam, YouTube and Threads with one key',
    defaults: { name: 'Latchkey' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'latchkeyApi', required: true }],
    properties,
  }

  methods = { listSearch, loadOptions, resourceMapping }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (const [item] of this.getInputData().entries()) {
      try {
        const found = await execute(this, item)
        results.push(...found.map((each) => ({ ...each, pairedItem: { item } })))
      } catch (error) {
        if (!this.continueOnFail()) throw toNodeError(error, this.getNode(), item)
        const { message, description, httpCode } = error as NodeApiError
        results.push({ json: { error: message, description, status: httpCode }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

const toNodeError = (error: unknown, node: INode, itemIndex: number) =>
  error instanceof NodeOperationError ? error : new NodeApiError(node, error as JsonObject, { itemIndex })
