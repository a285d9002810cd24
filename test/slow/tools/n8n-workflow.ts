import { mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  IDataObject,
  INode,
  INodeParameters,
  INodeType,
  IRun,
  IVersionedNodeType,
  IWorkflowBase,
  IWorkflowExecuteAdditionalData,
} from 'n8n-workflow'

// The engine stores a key of its own in this folder.
process.env.N8N_USER_FOLDER ??= mkdtempSync(join(tmpdir(), 'latchkey-n8n-'))
process.env.N8N_LOG_LEVEL ??= 'silent'
const require = createRequire(import.meta.url)
const core = require('n8n-core') as typeof import('n8n-core')
const { NodeHelpers, Workflow } = require('n8n-workflow') as typeof import('n8n-workflow')

/** The nodes of n8n that the files use, by type, from n8n's own package. */
const FILES: Readonly<Record<string, string>> = {
  'n8n-nodes-base.httpRequest': 'HttpRequest/HttpRequest',
  'n8n-nodes-base.webhook': 'Webhook/Webhook',
  'n8n-nodes-base.scheduleTrigger': 'Schedule/ScheduleTrigger',
  'n8n-nodes-base.manualTrigger': 'ManualTrigger/ManualTrigger',
}
const loaded = new Map<string, INodeType | IVersionedNodeType>()

function load(type: string): INodeType | IVersionedNodeType {
  const known = loaded.get(type)
  if (known) return known
  const file = FILES[type]
  if (!file) throw new Error(`no file uses ${type} yet`)
  const [node] = Object.values(require(`n8n-nodes-base/dist/nodes/${file}.node.js`)) as (new () => INodeType)[]
  if (!node) throw new Error(`${file} has no node`)
  const made = new node()
  loaded.set(type, made)
  return made
}

function nodeOf(type: string, version: number): INodeType {
  const node = load(type)
  return 'nodeVersions' in node ? NodeHelpers.getVersionedNodeType(node, version) : node
}

const nodeTypes = {
  getByName: load,
  getByNameAndVersion: nodeOf,
  getKnownTypes: () => ({}),
} as unknown as ConstructorParameters<typeof Workflow>[0]['nodeTypes']

/** What n8n says about the parameters of the nodes of a file, and the parameters that it does not know. */
export function findIssues({ nodes }: IWorkflowBase): string[] {
  return nodes.flatMap((node) => {
    const { description } = nodeOf(node.type, node.typeVersion)
    const { properties } = description
    const issues = NodeHelpers.getNodeParametersIssues(properties, node, description)
    const known = NodeHelpers.getNodeParameters(properties, node.parameters, false, false, node, description)
    return [
      ...(issues ? [`${node.name}: ${JSON.stringify(issues)}`] : []),
      ...missing(node.parameters, known ?? {}).map((name) => `${node.name}: ${name} is no parameter of ${node.type}`),
    ]
  })
}

/** What the second does not have. A default is left out. */
function missing(given: INodeParameters, known: INodeParameters): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const isEmpty =
      value === false || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
    return name in known || isEmpty || value === 'GET' ? [] : [name]
  })
}

/** Runs a workflow from its first node on, which passes the item on. Throws the error of a node. */
export async function runWorkflow(
  file: IWorkflowBase,
  item: IDataObject,
): Promise<IRun['data']['resultData']['runData']> {
  const workflow = new Workflow({ ...file, id: '1', active: true, nodeTypes })
  const [start] = file.nodes as [INode]
  const hooks = new core.ExecutionLifecycleHooks('webhook', '1', workflow as never)
  const additionalData = {
    ...{ executionId: '1', variables: {}, hooks, restApiUrl: '', instanceBaseUrl: '', formWaitingBaseUrl: '' },
    ...{ webhookBaseUrl: '', webhookTestBaseUrl: '', currentNodeParameters: {} },
  } as unknown as IWorkflowExecuteAdditionalData
  const execution = new core.WorkflowExecute(additionalData, 'webhook', {
    resultData: { runData: {} },
    executionData: {
      ...{ contextData: {}, metadata: {}, waitingExecution: {}, waitingExecutionSource: {} },
      nodeExecutionStack: [
        { node: workflow.getNode(start.name) as INode, data: { main: [[{ json: item }]] }, source: null },
      ],
    },
  } as never)
  const { data } = (await execution.processRunExecutionData(workflow)) as IRun
  if (data.resultData.error) throw data.resultData.error
  return data.resultData.runData
}
