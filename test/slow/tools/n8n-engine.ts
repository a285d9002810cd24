import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  ICredentialDataDecryptedObject,
  ICredentialsHelper,
  IDataObject,
  IHttpRequestOptions,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
  IRun,
  IWebhookData,
  IWorkflowExecuteAdditionalData,
  NodeParameterValueType,
  Workflow,
} from 'n8n-workflow'

// The engine stores a key of its own in this folder.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'latchkey-n8n-'))
process.env.N8N_LOG_LEVEL ??= 'silent'
const require = createRequire(import.meta.url)
const core = require('n8n-core') as typeof import('n8n-core')
const { Workflow: WorkflowClass } = require('n8n-workflow') as typeof import('n8n-workflow')

const START: Pick<INodeType, 'description' | 'execute'> = {
  description: { properties: [], inputs: [], outputs: ['main'] } as unknown as INodeType['description'],
  async execute() {
    return [this.getInputData()]
  },
}

export interface Credential extends ICredentialDataDecryptedObject {
  baseUrl: string
  apiKey: string
}

/** A value that the person chose from a list, or typed. */
export const located = (value: string) => ({ __rl: true, mode: 'id', value })

/** What a mapper stores. */
const mapped = (value: unknown) => ({ mappingMode: 'defineBelow', value }) as NodeParameterValueType

/** Runs the nodes of a package as n8n does: with its own contexts, expressions and errors. */
export function loadEngine(folder: string, credential: Credential, webhookBaseUrl = 'http://127.0.0.1:5678/webhook') {
  const load = (path: string) => require(join(folder, 'dist', path))
  const nodes = ['Latchkey', 'LatchkeyTrigger', 'LatchkeyPollingTrigger'].map((name) => {
    const node = new (load(`nodes/${name}/${name}.node.js`)[name])() as INodeType
    return [node.description.name, node] as const
  })
  const types = new Map<string, unknown>([...nodes, ['start', START]])
  const { authenticate, test } = new (load('credentials/LatchkeyApi.credentials.js').LatchkeyApi)()

  const credentialsHelper = {
    getDecrypted: async () => credential,
    getParentTypes: () => [],
    getCredentialsProperties: () => [],
    isCredentialUsableByNode: () => true,
    preAuthentication: async () => undefined,
    runPreAuthentication: async () => undefined,
    authenticate: async (given: Credential, _type: string, options: IHttpRequestOptions) => {
      const headers = Object.entries(authenticate.properties.headers as Record<string, string>)
      const own = headers.map(([name, value]) => [name, value.replace('={{$credentials.apiKey}}', given.apiKey)])
      return { ...options, headers: { ...options.headers, ...Object.fromEntries(own) } }
    },
  } as unknown as ICredentialsHelper

  const toAdditionalData = (more: Partial<IWorkflowExecuteAdditionalData> = {}) =>
    ({
      ...{
        credentialsHelper,
        executionId: '1',
        variables: {},
        restApiUrl: '',
        instanceBaseUrl: '',
        formWaitingBaseUrl: '',
      },
      ...{ webhookBaseUrl, webhookTestBaseUrl: `${webhookBaseUrl}-test` },
      ...more,
    }) as unknown as IWorkflowExecuteAdditionalData

  const toNode = (type: string, parameters: INodeParameters, more: Partial<INode> = {}): INode => ({
    ...{ id: `id-of-${type}`, name: type, type, typeVersion: 1, position: [0, 0], parameters },
    credentials: { latchkeyApi: { id: '1', name: 'Latchkey' } },
    ...more,
  })

  const toWorkflow = (node: INode, staticData?: IDataObject): Workflow =>
    new WorkflowClass({
      id: 'workflow-1',
      name: 'Meetings',
      active: false,
      nodes: [{ ...toNode('start', {}), credentials: {} }, node],
      connections: { start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
      nodeTypes: {
        getByName: (name: string) => types.get(name) as INodeType,
        getByNameAndVersion: (name: string) => types.get(name) as INodeType,
        getKnownTypes: () => ({}),
      },
      ...(staticData && { staticData }),
    })

  /** The product that has the operation among its own, or "Any Operation". */
  const resourceOf = (operation: string): string => {
    const lists = (types.get('latchkey') as INodeType).description.properties.filter(({ name }) => name === 'operation')
    const own = lists.find(({ options = [] }) => options.some((one) => 'value' in one && one.value === operation))
    return String(own?.displayOptions?.show?.resource?.[0] ?? 'any')
  }

  /** The items that an operation returns. Throws its error as the person reads it. */
  async function run(
    operation: string,
    parameters: INodeParameters = {},
    { items = [{}], executionId = '1', ...more }: { items?: IDataObject[]; executionId?: string } & Partial<INode> = {},
  ): Promise<INodeExecutionData[]> {
    const node = toNode('latchkey', { resource: resourceOf(operation), operation, ...parameters }, more)
    const workflow = toWorkflow(node)
    const hooks = new core.ExecutionLifecycleHooks('manual', executionId, workflow as never)
    const input = items.map((json) => ({ json }))
    const execution = new core.WorkflowExecute(toAdditionalData({ executionId, hooks }), 'manual', {
      resultData: { runData: {} },
      executionData: {
        contextData: {},
        metadata: {},
        waitingExecution: {},
        waitingExecutionSource: {},
        nodeExecutionStack: [{ node: workflow.getNode('start') as INode, data: { main: [input] }, source: null }],
      },
    } as never)
    const { data } = (await execution.processRunExecutionData(workflow)) as IRun
    if (data.resultData.error) throw data.resultData.error
    return data.resultData.runData.latchkey?.[0]?.data?.main?.[0] ?? []
  }

  /** The parameters of an operation as the editor stores what a person filled in. */
  function fill(operation: string, given: Readonly<Record<string, unknown>>): INodeParameters {
    const { properties } = (types.get('latchkey') as INodeType).description
    const isShown = (name: string) =>
      properties.some((one) => one.name === name && one.displayOptions?.show?.operation?.includes(operation))
    const { limit, returnAll, properties: columns, idempotencyKey, ...rest } = given
    const { data_source_id: table, ...fields } = rest
    const isRow = table !== undefined && isShown('data_source_id')
    return {
      fields: mapped(isRow ? fields : rest),
      ...(isRow && { data_source_id: located(String(table)), columns: mapped(columns ?? null) }),
      ...(limit !== undefined && { limit: limit as number }),
      ...(returnAll !== undefined && { returnAll: returnAll as boolean }),
      ...(idempotencyKey !== undefined && { additionalFields: { idempotencyKey: idempotencyKey as string } }),
    }
  }

  /** What the editor shows below the name of a node. */
  function subtitle(type: string, parameters: INodeParameters): unknown {
    const node = toNode(type, parameters)
    const { description } = types.get(type) as INodeType
    return toWorkflow(node).expression.getSimpleParameterValue(node, description.subtitle, 'internal', {})
  }

  /**
   * What the editor says about the credential. n8n's server sends the test with RoutingNode. It applies rules of the type
   * responseCode only when that throws, and the others only to the body of an answer.
   */
  async function testCredential(): Promise<string> {
    const temp = { displayName: 'Temp', name: 'temp', type: 'string', routing: { request: test.request }, default: '' }
    const { description } = types.get('latchkey') as INodeType
    const own = { description: { ...description, properties: [temp] } } as INodeType
    types.set('test', own)
    const node = toNode('test', {})
    const given = [
      toWorkflow(node),
      node,
      toAdditionalData(),
      'internal',
      { resultData: { runData: {} } },
      0,
      [],
      { main: [[{ json: {} }]] },
      { node, data: {}, source: null },
      [],
    ]
    const context = new core.ExecuteContext(...(given as unknown as ConstructorParameters<typeof core.ExecuteContext>))
    const decrypted = { id: '1', name: 'Latchkey', type: 'latchkeyApi', data: credential }
    const answer = await new core.RoutingNode(context, own, decrypted).runNode()
    const body = answer?.[0]?.[0]?.json as IDataObject
    for (const { type, properties } of test.rules)
      if (type === 'responseSuccessBody' && body[properties.key] === properties.value) return properties.message
    return 'Connection successful!'
  }

  /** The choices that the editor shows for a field of a node. */
  async function choose(
    kind: 'listSearch' | 'loadOptions' | 'resourceMapping',
    method: string,
    chosen: INodeParameters = {},
    { filter, type = 'latchkey' }: { filter?: string; type?: string } = {},
  ) {
    const node = toNode(type, chosen)
    const additionalData = toAdditionalData({ currentNodeParameters: chosen })
    const context = new core.LoadOptionsContext(toWorkflow(node), node, additionalData, '')
    const methods = (types.get(type) as INodeType).methods?.[kind] as Record<
      string,
      (filter?: string) => Promise<unknown>
    >
    return (await methods[method]?.call(context, filter)) as { results: unknown[]; fields: unknown[] } & unknown[]
  }

  /** A trigger in a workflow, whose static data outlives a restart of the engine as in n8n's database. */
  function trigger(
    type: 'latchkeyTrigger' | 'latchkeyPollingTrigger',
    parameters: INodeParameters,
    staticData: IDataObject = {},
  ) {
    const node = toNode(type, parameters, { webhookId: 'hook-1' })
    const workflow = toWorkflow(node, staticData)
    const nodeType = types.get(type) as INodeType
    const webhookData = { webhookDescription: nodeType.description.webhooks?.[0] } as IWebhookData
    const hook = (name: 'checkExists' | 'create' | 'delete') =>
      nodeType.webhookMethods?.default?.[name]?.call(
        new core.HookContext(workflow, node, toAdditionalData(), 'trigger', 'activate', webhookData),
      )
    return {
      /** What is stored when the server stops. */
      staticData: () => JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject,
      /** What n8n does when a workflow is activated, and when its server starts. */
      activate: async () => (await hook('checkExists')) || (await hook('create')),
      deactivate: () => hook('delete'),
      /** A delivery, as n8n's server passes it on. Returns the items, or the refusal. */
      async receive(headers: Record<string, string>, rawBody: Buffer) {
        const refused: { status?: number } = {}
        const response = {
          status(status: number) {
            refused.status = status
            return { json: () => {} }
          },
        }
        const request = { headers, rawBody, body: JSON.parse(rawBody.toString()), params: {}, query: {} }
        const additionalData = toAdditionalData({ httpRequest: request as never, httpResponse: response as never })
        const context = new core.WebhookContext(workflow, node, additionalData, 'webhook', webhookData, [], null)
        const { workflowData } = (await nodeType.webhook?.call(context)) ?? {}
        return { ...refused, items: workflowData?.[0]?.map(({ json }) => json) }
      },
      async poll(mode: 'trigger' | 'manual' = 'trigger') {
        const context = new core.PollContext(workflow, node, toAdditionalData(), mode, 'activate')
        return (await nodeType.poll?.call(context))?.[0]?.map(({ json }) => json) ?? []
      },
    }
  }

  return {
    run,
    fill,
    choose,
    subtitle,
    testCredential,
    trigger,
    description: (name: string) => (types.get(name) as INodeType).description,
  }
}
