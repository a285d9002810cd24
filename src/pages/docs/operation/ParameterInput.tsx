import type { Parameter } from '../document/openapi.ts'
import { isSecret } from '../request/describe.ts'
import { useTexts } from '../text/language.tsx'
import { getChoices } from './values.ts'

interface Props {
  id: string
  parameter: Parameter
  value: string
  onValue: (value: string) => void
}

/** The field to type or choose a parameter. */
export function ParameterInput({ id, parameter, value, onValue }: Props) {
  const { trying } = useTexts()
  const { name, in: place, required, schema, example = '' } = parameter
  const choices = getChoices(schema)
  const preset = schema.default === undefined ? '' : String(schema.default)
  const onInput = ({ currentTarget }: { currentTarget: { value: string } }) => onValue(currentTarget.value)
  if (choices)
    return (
      <select id={id} required={required} value={value} onInput={onInput}>
        <option value="">{preset === '' ? trying.notSent : `${trying.notSent} (${preset})`}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  const line = {
    id,
    required,
    value,
    placeholder: preset || (place === 'query' ? String(example) : ''),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    onInput,
    // Browsers refuse to send other characters, with unclear messages.
    ...(place === 'header' && { pattern: '[\\x20-\\x7e]*', title: trying.latinOnly }),
  } as const
  return isSecret(name) ? <input {...line} type="password" /> : <input {...line} type="text" />
}
