import { createApp } from '../../src/app.ts'
import { platform } from '../../src/base/platform.ts'
import { getOperation, type Operation } from '../../src/gateway/operation-type.ts'
import { isTool } from '../../src/mcp/definition.ts'
import type { GroupContract, Row } from './contract.ts'
import { contracts, otherWays } from './contracts.ts'

/** A registered operation with its row. */
export interface Subject {
  id: string
  operation: Operation
  method: string
  /** As the router has it, with `:id` for a parameter. */
  route: string
  row: Row
  contract: GroupContract
}

const routes = await createApp(platform).allRoutes()

/** Every operation of the router, in its order. */
export const registered = routes.flatMap(({ method, path, handler }) => {
  const operation = getOperation(handler)
  return operation ? [{ method, route: path, operation }] : []
})

/** The routes that are not operations: middleware and surfaces. */
export const bareRoutes = routes.filter(({ handler }) => !getOperation(handler)).map(({ path }) => path)

const getSubjects = (contracts: readonly GroupContract[]): Subject[] =>
  registered.flatMap(({ method, route, operation }) => {
    const contract = contracts.find(({ group }) => group === operation.group)
    const row = contract?.rows[operation.id]
    return contract && row ? [{ id: operation.id, operation, method, route, row, contract }] : []
  })

export const subjects: Subject[] = getSubjects(contracts)

/** Every operation in every way that its credential may come. */
export const everyWay: Subject[] = [...subjects, ...getSubjects(otherWays)]

/** Operations for API keys. Those of the management app are documented separately and are no tools. */
export const keySubjects = subjects.filter(({ contract }) => contract.group !== 'admin')

/** The operations that are MCP tools. */
export const toolSubjects = keySubjects.filter(isTool)

/** Operations that take a JSON body. */
export const withBody = everyWay.filter(({ operation }) => operation.input().json)
/** Operations that call a product. */
export const withUpstream = subjects.filter(({ row }) => !row.noUpstream)
/** The same, in every way that the credential may come. */
export const everyWayWithUpstream = everyWay.filter(({ row }) => !row.noUpstream)

/** The methods that the router has at the row's path, where a fixed segment is never a parameter's value. */
export function methodsAt(path: string): string[] {
  const [pathname = ''] = path.split('?')
  const matching = routes.filter(({ method, path: route }) => method !== 'ALL' && matches(route, pathname))
  const fewest = Math.min(...matching.map(({ path: route }) => parameters(route)))
  return [...new Set(matching.filter(({ path: route }) => parameters(route) === fewest).map(({ method }) => method))]
}

const parameters = (route: string) => route.split('/').filter((segment) => segment.startsWith(':')).length

function matches(route: string, pathname: string): boolean {
  const pattern = route.split('/')
  const segments = pathname.split('/')
  return (
    pattern.length === segments.length && pattern.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}
