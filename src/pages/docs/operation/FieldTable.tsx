import { Rich } from '../../ui/Rich.tsx'
import type { Schema } from '../document/openapi.ts'
import { useTexts } from '../text/language.tsx'
import { formatRange, getFields, getType } from './words.ts'

/** The fields of a body or response, or a sentence when the schema names none. */
export function FieldTable({ schema, isRequest }: { schema: Schema; isRequest: boolean }) {
  const fields = getFields(schema)
  if (fields.length === 0) return <p lang="en">{schema.description ?? `The value is ${getType(schema)}.`}</p>
  return (
    <table class="fields">
      <tbody>
        {fields.map(({ path, schema: field, required }) => (
          <tr key={path}>
            <th scope="row">
              <code>{breakable(path)}</code>
              <Mark isRequest={isRequest} required={required} />
            </th>
            <td class="type" lang="en">
              {formatRange(field)}
            </td>
            <td lang="en">
              <Rich text={field.description ?? ''} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A long path may break between its names. */
const breakable = (path: string) =>
  path.split(/(?<=\.)/).map((name) => (
    <>
      {name}
      <wbr />
    </>
  ))

/** Requests mark required fields, responses mark optional ones. */
function Mark({ isRequest, required }: { isRequest: boolean; required: boolean }) {
  const { trying } = useTexts()
  if (isRequest) return required ? <span class="required">{trying.required}</span> : null
  return required ? null : <span class="optional">{trying.optional}</span>
}
