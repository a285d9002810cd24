interface Props {
  /** What it chooses, for screen readers. */
  label: string
  /** Pairs of value and label. */
  options: readonly (readonly [value: string, words: string])[]
  value: string
  onValue: (value: string) => void
}

/** A choice of one of a few, all in sight. */
export const Switch = ({ label, options, value, onValue }: Props) => (
  <fieldset class="switch">
    <legend class="unseen">{label}</legend>
    {options.map(([one, words]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => onValue(one)}>
        {words}
      </button>
    ))}
  </fieldset>
)
