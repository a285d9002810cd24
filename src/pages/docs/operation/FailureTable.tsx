import type { Failure } from '../document/read.ts'

/** The error statuses, each with its meaning and a body. */
export const FailureTable = ({ failures }: { failures: readonly Failure[] }) => (
  <table class="fields failures">
    <tbody>
      {failures.map(({ status, description, example }) => (
        <tr key={status} lang="en">
          <th scope="row">{status}</th>
          <td>{description}</td>
          <td>{example !== undefined && <code>{JSON.stringify(example)}</code>}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
