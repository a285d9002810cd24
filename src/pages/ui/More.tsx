import { Button } from './Button.tsx'

interface Props {
  label: string
  /** What it is about, for screen readers. */
  about: string
  /** The id of the part that it opens. */
  controls: string
  open: boolean
  onToggle: () => void
}

/** A button that opens the rest of a row. */
export const More = ({ label, about, controls, open, onToggle }: Props) => (
  <Button
    look="quiet"
    aria-label={`${label}: ${about}`}
    aria-expanded={open}
    aria-controls={controls}
    onClick={onToggle}
  >
    {label}
    <span class="caret" aria-hidden="true" />
  </Button>
)
