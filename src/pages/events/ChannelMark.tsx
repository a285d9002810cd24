import type { Channel } from '../../base/channels.ts'
import { BRANDS, type Mark } from '../ui/brands.ts'
import { Drawing } from '../ui/product-mark.tsx'

/** A service without a public mark gets a drawing. */
const MARKS: Record<Channel, Mark> = {
  // The sign of its channels.
  slack: {
    hex: 'd6336c',
    path: 'M8 2h2.5v5h5V2H18v5h4v2.5h-4v5h4V17h-4v5h-2.5v-5h-5v5H8v-5H2v-2.5h6v-5H2V7h6zM10.5 9.5v5h5v-5z',
  },
  discord: BRANDS.discord,
  google_chat: BRANDS.googleChat,
  teams: {
    hex: '5b5fc7',
    path: 'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM7 7v2.5h3.7V18h2.6V9.5H17V7z',
  },
  telegram: BRANDS.telegram,
  // An envelope.
  email: {
    hex: '1f74e0',
    path: 'M2 5.5A1.5 1.5 0 0 1 3.5 4h17A1.5 1.5 0 0 1 22 5.5v.9l-10 6-10-6zM2 8.7V18.5A1.5 1.5 0 0 0 3.5 20h17a1.5 1.5 0 0 0 1.5-1.5V8.7l-10 6z',
  },
  // The braces of JSON.
  webhook: {
    hex: '000000',
    path: 'M8 3H7a4 4 0 0 0-4 4v2.5L1.5 12 3 14.5V17a4 4 0 0 0 4 4h1v-2.5H7A1.5 1.5 0 0 1 5.5 17v-3L4.2 12l1.3-2V7A1.5 1.5 0 0 1 7 5.5h1zM16 3v2.5h1A1.5 1.5 0 0 1 18.5 7v3l1.3 2-1.3 2v3a1.5 1.5 0 0 1-1.5 1.5h-1V21h1a4 4 0 0 0 4-4v-2.5L22.5 12 21 9.5V7a4 4 0 0 0-4-4z',
  },
}

/** The mark of a channel, next to its name. */
export const ChannelMark = ({ channel, small }: { channel: Channel; small?: boolean }) => (
  <Drawing {...MARKS[channel]} small={small} />
)
