import * as z from 'zod/mini'
import { sentence } from '../../client-codegen/comment.ts'
import { capital, toTypeName } from '../../client-codegen/names.ts'
import { describePages } from '../../client-codegen/paging.ts'
import { getDocs } from '../../docs.ts'
import { type JsonSchema, jsonSchema } from '../../json-schema.ts'
import type { Registered } from '../../registered.ts'
import { type Declarations, toPascal, toPython, toPythonType } from './type.ts'

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
)

/** The module of a group: its types, its operations, and a class with a method for each operation. */
export function groupModule(group: string, members: readonly Registered[]): string {
  const declarations: Declarations = []
  const methods = members.map((member) => methodText(member, declarations))
  return `"""Printed from the declarations of the operations by npm run connectors."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, TypedDict, Union, cast

from ._call import OMITTED, Connection, Omitted, Operation, Pages

${declarations.join('\n\n')}

class ${capital(group)}:
    """The operations of the group ${group}."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

${methods.join('\n')}`
}

function methodText({ method, path, operation }: Registered, declarations: Declarations): string {
  const { id, input, output } = operation
  const type = toTypeName(id)
  const name = toSafe(id.split('_').slice(1).join('_'))
  const { param, query, json, header } = input()
  const fields = [param, query, json].flatMap((place) => {
    if (!place) return []
    const { properties = {}, required = [] } = jsonSchema(place, 'input')
    return Object.entries(properties).map(([field, schema]) => {
      const isList = place === query && z.globalRegistry.get(place.shape[field] as z.core.$ZodType)?.list
      const own = toPythonType(schema, type + toPascal(field), declarations)
      return {
        field,
        argument: toSafe(field),
        type: isList ? 'Union[str, List[str]]' : own,
        isRequired: required.includes(field),
        schema,
      }
    })
  })
  const isOnce = header?.shape['Idempotency-Key'] !== undefined
  const pages = describePages(operation)
  const schema: JsonSchema | undefined = output && jsonSchema(output(), 'output')
  const answer = schema ? toPythonType(schema, `${type}Answer`, declarations) : 'None'
  const item = pages && itemType(schema, pages.items, type, declarations)

  const given = [...fields.filter((one) => one.isRequired), ...fields.filter((one) => !one.isRequired)]
  const parameters = [
    ...given.map((one) =>
      one.isRequired ? `${one.argument}: ${one.type}` : `${one.argument}: Union[${one.type}, Omitted] = OMITTED`,
    ),
    ...(isOnce ? ['idempotency_key: Optional[str] = None'] : []),
    'headers: Optional[Mapping[str, str]] = None',
  ]
  const extra = [
    ...(json
      ? [
          `body=(${Object.keys(query?.shape ?? {})
            .map((one) => `${toPython(one)}, `)
            .join('')})`,
        ]
      : []),
    ...(isOnce ? ['once=True'] : []),
    ...(operation.reads ? ['reads=True'] : []),
    ...(pages
      ? [
          `pages=Pages(${toPython(pages.items)}, (${pages.next.map(([a, b]) => `(${toPython(a)}, ${toPython(b)}), `).join('')}))`,
        ]
      : []),
  ]
  const call = [
    `        operation = Operation(${[toPython(method), toPython(path), ...extra].join(', ')})\n`,
    `        fields: Dict[str, Any] = {${fields.map((one) => `${toPython(one.field)}: ${one.argument}`).join(', ')}}\n`,
    ...(isOnce
      ? [
          '        if idempotency_key is not None:\n            headers = {**(headers or {}), "Idempotency-Key": idempotency_key}\n',
        ]
      : []),
  ].join('')
  const { summary, description } = getDocs(operation).en
  const args = given.flatMap(({ argument, schema: { description: text } }) =>
    text ? [`    ${argument}: ${text.replaceAll('\n', ' ')}`] : [],
  )
  const doc = [
    sentence(summary),
    ...(description ? ['', ...description.split('\n')] : []),
    ...(args.length > 0 ? ['', 'Args:', ...args] : []),
  ]
  const comment = `        """${doc
    .map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"))
    .join('\n        ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n        """\n`
  const head = (title: string, result: string) =>
    `    def ${title}(\n        self,\n        *,\n${parameters.map((one) => `        ${one},\n`).join('')}    ) -> ${result}:\n`
  const single = `${head(name, answer)}${comment}${call}${
    schema
      ? `        return cast(${JSON.stringify(answer)}, self._connection.call(operation, fields, headers))\n`
      : '        self._connection.call(operation, fields, headers)\n'
  }`
  if (!item) return single
  return `${single}
${head(`iter_${name}`, `Iterator[${item}]`)}        """Like \`\`${name}\`\`, but iterates over the items of all pages."""
${call}        return cast(${JSON.stringify(`Iterator[${item}]`)}, self._connection.items(operation, fields, headers))
`
}

const itemType = (schema: JsonSchema | undefined, path: string, type: string, declarations: Declarations) => {
  const list = path.split('.').reduce<JsonSchema | undefined>((one, field) => one?.properties?.[field], schema)
  return toPythonType((list?.items ?? {}) as JsonSchema, `${type}Item`, declarations)
}

const toSafe = (name: string) => {
  const safe = name.replaceAll(/\W/g, '_')
  return KEYWORDS.has(safe) || safe === 'headers' || safe === 'idempotency_key' ? `${safe}_` : safe
}
