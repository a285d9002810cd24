import type * as z from 'zod/mini'
import type { Area } from '../../base/groups.ts'
import { getDocs } from '../docs.ts'
import { getExample, getNeeded } from '../openapi/examples.ts'
import type { Registered } from '../registered.ts'
import { formatCommentBlock, sentence } from './comment.ts'
import { capital, getRoot, toImport, toMethodName } from './names.ts'
import { type OperationTypes, toOperationTypes } from './operation.ts'

/** A module of types for the operations of one group: the interfaces of its calls, by name and by path. */
export function groupText(group: Area, operations: readonly Registered[]): string {
  const typed = operations.map((registered) => ({ registered, types: toOperationTypes(registered) }))
  const roots = Map.groupBy(typed, ({ registered }) => getRoot(registered)?.name)
  const byPath = [...roots].flatMap(([name, members]) => (name === undefined ? [] : [routesText(name, members)]))
  const own = roots.has(group) ? ` extends CallsByPath<${capital(group)}Routes>` : ''
  const calls = typed.map(({ registered, types }) => callText(registered, types)).join('\n')
  const versions = [...roots.keys()].filter((name) => name !== undefined && name !== group)
  return [
    imports(calls, byPath.length > 0),
    ...typed.map(({ types }) => types.text).filter(Boolean),
    ...byPath,
    `export interface ${capital(group)}${own} {\n${calls}}\n`,
    ...versions.map(
      (name) => `export interface ${capital(name ?? '')} extends CallsByPath<${capital(name ?? '')}Routes> {}\n`,
    ),
  ].join('\n')
}

function imports(calls: string, isByPath: boolean): string {
  const lines = [
    toImport(calls.includes('NoParams') ? 'CallOptions, NoParams' : 'CallOptions', '../options.ts'),
    ...(isByPath ? [toImport('CallsByPath', '../paths.ts')] : []),
    ...(calls.includes('Listing<') ? [toImport('Listing', '../types.ts')] : []),
  ]
  return lines.join('')
}

interface Typed {
  readonly registered: Registered
  readonly types: OperationTypes
}

/** The routes of a group, for paths.ts. */
function routesText(name: string, members: readonly Typed[]): string {
  const methods = Map.groupBy(members, ({ registered }) => registered.method.toLowerCase())
  const lines = [...methods].map(([method, typed]) => {
    const routes = typed.map(({ registered, types }) => `    '${getRoot(registered)?.below}': ${routeText(types)}\n`)
    return `  ${method}: {\n${routes.join('')}  }\n`
  })
  return `export interface ${capital(name)}Routes {\n${lines.join('')}}\n`
}

function routeText({ places, answer, item }: OperationTypes): string {
  const input = places.map(({ place, type, isRequired }) => `${place}${isRequired ? '' : '?'}: ${type}`)
  const fields = [
    `input: ${input.length > 0 ? `{ ${input.join('; ')} }` : 'Record<never, never>'}`,
    `answer: ${answer}`,
    ...(item ? [`item: ${item}`] : []),
  ]
  return `{ ${fields.join('; ')} }`
}

/** The example of what a request needs: one without filters says more of a list. */
const getShortest = (fields: z.ZodMiniObject) => {
  const example = getExample(fields)
  return Object.fromEntries(getNeeded(fields).map((name) => [name, example[name]]))
}

/** A call by name, with its documentation. */
function callText({ method, path, operation }: Registered, { fields, places, answer, item }: OperationTypes): string {
  const headers = places.find(({ place }) => place === 'header')
  const options = `options?: CallOptions${headers ? `<${headers.type}>` : ''}`
  const params = fields ? `params${fields.isRequired ? '' : '?'}: ${fields.type}, ` : 'params?: NoParams, '
  const result = item ? `Listing<${answer}, ${item}>` : `Promise<${answer}>`
  const { id, gate, group } = operation
  const { summary, description } = getDocs(operation).en
  const name = toMethodName(id)
  const { param, query, json } = operation.input()
  const example = Object.assign({}, param && getExample(param), query && getShortest(query), json && getExample(json))
  const given = Object.keys(example).length > 0 ? JSON.stringify(example) : ''
  const call = `latchkey.${group === 'gateway' ? '' : `${group}.`}${name}(${given})`
  const comment = formatCommentBlock(
    [
      sentence(summary),
      ...(description ? ['', description] : []),
      '',
      `\`${method} ${path}\`${typeof gate === 'object' ? `, licence ${gate.admits.join(' or ')}` : ''}`,
      '',
      '@example',
      item ? `for await (const item of ${call}) console.log(item)` : `await ${call}`,
    ],
    '  ',
  )
  return `${comment}  ${name}(${params}${options}): ${result}\n`
}
