import { AREAS, LICENCES } from '../../src/base/groups.ts'
import type { Operation } from '../../src/gateway/operation-type.ts'
import type { Registered } from '../../src/openapi/registered.ts'

/** The markers around the tables in docs/routes.md. */
const BEGIN = '<!-- routes -->'
const END = '<!-- /routes -->'

/** The licences that open an operation. */
function formatLicence({ gate }: Operation): string {
  if (gate === 'open') return 'no key'
  if (gate === 'admin') return 'ADMIN_KEY'
  if (gate === 'link') return 'a link'
  const [least = '', ...others] = gate.admits
  if (gate.admits.length === LICENCES.length) return 'any'
  const name = least.charAt(0).toUpperCase() + least.slice(1)
  // A basic operation is also open to the higher licence, which needs no mention.
  return least === 'basic' ? name : [name, ...others].join(' or ')
}

/** A row of the table: `{id}` for a parameter, and the path without its version. */
export function toRow({ method, path, operation }: Registered): string {
  const version = path.startsWith('/api/v2') ? ' (v2)' : ''
  const written = path.replace(/^\/api\/v\d/, '').replace(/:(\w+)/g, '{$1}')
  return `| ${method} | \`${written}\`${version} | ${formatLicence(operation)} | ${operation.texts.summary} |`
}

/** A Markdown table of the operations of each group, in the order of the router. */
export function routeTables(operations: readonly Registered[]): string {
  const areas = AREAS.filter((area) => operations.some(({ operation }) => operation.group === area))
  const sections = areas.map((group) => {
    const rows = operations.filter(({ operation }) => operation.group === group).map(toRow)
    const title = group.charAt(0).toUpperCase() + group.slice(1)
    return [`## ${title}`, '', '| Method | Path | Licence | What it does |', '|---|---|---|---|', ...rows].join('\n')
  })
  return sections.join('\n\n')
}

/** The page with its tables replaced. Throws when the markers are missing. */
export function withTables(page: string, tables: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`docs/routes.md has no ${BEGIN} before ${END}`)
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tables}\n\n${page.slice(end)}`
}
