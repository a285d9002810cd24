import { type DescribedOperation, type Description, getOperations } from '../../../scripts/support/openapi.ts'
import type { GroupContract, Row } from '../../contract/contract.ts'
import { contracts } from '../../contract/contracts.ts'
import type { Call } from '../../simulators/simulator.ts'
import type { CellCall } from './cell.ts'

/** A request with a broken product. */
export interface Subject {
  /** The operation's id, and what is special about the request. */
  name: string
  operation: DescribedOperation
  contract: GroupContract
  row: Row
  /** The calls that a fault may apply to. The others get normal responses. */
  hits: (call: Call) => boolean
  /** How often such a call gets a normal response, by path. */
  spared: ReadonlyMap<string, number>
}

const isChange = ({ method }: Call) => method !== 'GET'
const anyCall = () => true

/**
 * Every operation that calls a product, from the rows of the contract suite: all calls of a read, the changes of a
 * write.
 */
export function getSubjects(description: Description): Subject[] {
  const operations = new Map(getOperations(description).map((operation) => [operation.operationId, operation]))
  return contracts.flatMap((contract) =>
    Object.entries(contract.rows).flatMap(([id, row]) => {
      const operation = operations.get(id)
      if (!operation || row.noUpstream) return []
      const ways = [
        [id, row] as const,
        ...Object.entries(row.variants ?? {}).map(
          ([what, over]) => [`${id}/${slug(what)}`, { ...row, ...over }] as const,
        ),
      ]
      return ways.map(([name, own]) => toSubject(name, operation, contract, own))
    }),
  )
}

const slug = (text: string) => text.replaceAll(' ', '-')

function toSubject(name: string, operation: DescribedOperation, contract: GroupContract, row: Row): Subject {
  const faulted = row.faulted ?? (operation['x-read-only'] ? anyCall : isChange)
  const hits = (call: Call) => !contract.isUpkeep?.(call) && faulted(call)
  return { name, operation, contract, row: withShortWait(row), hits, spared: new Map() }
}

/** An operation that waits does so for a few seconds. */
function withShortWait(row: Row): Row {
  const { body } = row
  const waits = typeof body === 'object' && body !== null && 'timeout_sec' in body
  return waits ? { ...row, body: { ...body, timeout_sec: 8, poll_interval_sec: 2 } } : row
}

/**
 * Further ways to break a request, based on its calls to a working product. If a write reads first, all its calls fail.
 * If calls follow each other, the first ones are spared.
 */
export function furtherSubjects(subject: Subject, made: readonly CellCall[]): Subject[] {
  const { name, contract, operation } = subject
  const hit = made.filter(({ call }) => subject.hits(call))
  const [first] = hit
  const atFirst = hit.filter((timed) => !first?.answeredBefore(timed))
  const readsFirst = !operation['x-read-only'] && hit.length < made.length
  return [
    ...(readsFirst
      ? [{ ...subject, name: `${name}/all-calls`, hits: (call: Call) => !contract.isUpkeep?.(call) }]
      : []),
    ...(atFirst.length < hit.length ? [{ ...subject, name: `${name}/later-calls`, spared: counted(atFirst) }] : []),
  ]
}

const counted = (some: readonly CellCall[]) =>
  new Map([...Map.groupBy(some, ({ call }) => formatPlace(call))].map(([place, alike]) => [place, alike.length]))

/** The path of a call, without its parameters. */
export const formatPlace = ({ method, url }: Call): string => `${method} ${url.host}${url.pathname}`
