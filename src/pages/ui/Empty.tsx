import type { ComponentChildren } from 'preact'

/** Line drawings on a field of 96 by 64. */
const PICTURES = {
  key: 'M33 20a14 14 0 1 0 0 24 14 14 0 0 0 12-7h31l7-7v-5h-6l-5 5-5-5-5 5h-12a14 14 0 0 0-17-10zM28 32h.1',
  bell: 'M48 12v-4M30 44c5-5 5-9 5-15a13 13 0 0 1 26 0c0 6 0 10 5 15zM43 50a5 5 0 0 0 10 0M20 24a20 20 0 0 1 6-12M76 24a20 20 0 0 0-6-12',
  chart: 'M18 52h60M26 52v-10h8v10M44 52v-20h8v20M62 52v-32h8v32M22 26l16-10 14 4 20-12',
  check: 'M48 8a24 24 0 1 0 0 48 24 24 0 0 0 0-48zM37 33l8 8 15-18',
  search: 'M42 12a18 18 0 1 0 0 36 18 18 0 0 0 0-36zM55 43l16 14M35 30h14M42 23v14',
  plug: 'M14 32h14M28 22h10a10 10 0 0 1 0 20h-10zM48 28h8M48 36h8M58 20h10v24h-10a12 12 0 0 1 0-24zM68 32h14',
} as const

interface Props {
  picture: keyof typeof PICTURES
  children: ComponentChildren
}

/** What a list without entries shows: a picture, a sentence, and what to do. */
export const Empty = ({ picture, children }: Props) => (
  <div class="empty card">
    <svg viewBox="0 0 96 64" aria-hidden="true" focusable="false">
      <path d={PICTURES[picture]} />
    </svg>
    {children}
  </div>
)
