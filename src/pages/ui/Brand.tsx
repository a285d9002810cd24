import { Icon } from './Icon.tsx'

export const Brand = ({ name }: { name: string }) => (
  <span class="brand">
    <span class="mark">
      <Icon name="key" />
    </span>
    {name}
  </span>
)
