import { useId } from 'preact/hooks'

interface Props {
  label: string
  value: string
  /** Pairs of value and label. */
  options: readonly (readonly [value: string, words: string])[]
  onValue: (value: string) => void
}

export function Select({ label, value, options, onValue }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
