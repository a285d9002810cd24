interface Props {
  label: string
  hint?: string
  checked: boolean
  onChecked: (checked: boolean) => void
}

/** A check box with its label and what it means. */
export const Tick = ({ label, hint, checked, onChecked }: Props) => (
  <label class="tick">
    <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.currentTarget.checked)} />
    <span>
      {label} {hint && <span class="soft">{hint}</span>}
    </span>
  </label>
)
