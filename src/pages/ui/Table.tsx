import type { ComponentChildren } from 'preact'
import { commonTexts } from '../text/common.ts'
import { useTexts } from '../text/language.tsx'

interface TableProps {
  /** The name of the table, for screen readers. */
  caption: string
  /** The names of the columns. A column of actions follows them. */
  columns: readonly string[]
  /** The columns with numbers. */
  numbers?: readonly string[]
  /** The rows. */
  children: ComponentChildren
}

/** A table whose rows end with actions. The rows become cards on a narrow screen. */
export function Table({ caption, columns, numbers = [], children }: TableProps) {
  const common = useTexts(commonTexts)
  return (
    <div class="card table keys">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column} class={numbers.includes(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
            <th scope="col">
              <span class="unseen">{common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
