import { Rich } from '../../ui/Rich.tsx'
import type { Parameter } from '../document/openapi.ts'
import { useTexts } from '../text/language.tsx'
import { ParameterInput } from './ParameterInput.tsx'
import { formatRange } from './words.ts'

interface Props {
  parameters: readonly Parameter[]
  getId: (name: string) => string
  valueFor: (name: string) => string
  onValue: (parameter: Parameter, value: string) => void
}

export function ParameterTable({ parameters, getId, valueFor, onValue }: Props) {
  const { trying } = useTexts()
  return (
    <table class="fields">
      <tbody>
        {parameters.map((parameter) => {
          const { name, in: place, required, description, schema } = parameter
          return (
            <tr key={name}>
              <th scope="row">
                <label for={getId(name)}>
                  <code>{name}</code>
                </label>
                {required && <span class="required">{trying.required}</span>}
              </th>
              <td class="type" lang="en">
                {place}, {formatRange(schema)}
              </td>
              <td lang="en">
                <Rich text={description ?? ''} />
              </td>
              <td class="input">
                <ParameterInput
                  id={getId(name)}
                  parameter={parameter}
                  value={valueFor(name)}
                  onValue={(value) => onValue(parameter, value)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
