import type { Group } from './document/read.ts'
import { OperationPanel } from './operation/OperationPanel.tsx'
import type { Found } from './search/find.ts'
import { PRODUCTS } from './search/products.ts'

/** Hidden, not removed, when the search does not match, so that typed values stay. */
export function GroupSection({ group, found }: { group: Group; found: Found | undefined }) {
  const { name, description, operations } = group
  return (
    <section aria-labelledby={name} hidden={found && !operations.some(({ id }) => found.has(id))}>
      <h2 id={name}>
        <span class="name">{name}</span> <span class="soft">{PRODUCTS[name]?.name}</span>
      </h2>
      <p class="soft" lang="en">
        {description}
      </p>
      {operations.map((operation) => (
        <OperationPanel
          key={operation.id}
          operation={operation}
          hidden={found !== undefined && !found.has(operation.id)}
          excerpt={found?.get(operation.id)}
        />
      ))}
    </section>
  )
}
