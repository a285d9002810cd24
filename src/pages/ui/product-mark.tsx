import { type Account, type Product, productOf } from '../api/accounts.ts'
import { BRANDS, type Mark } from './brands.ts'

/** A service without a public mark gets a drawing. Black is drawn in the text colour. */
const MARKS: Record<Product, Mark> = {
  // A recorder with a sound wave.
  recorder: {
    hex: '6a5ae0',
    path: 'M8 1h8a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zM7.5 10v4H9v-4zM10 7.5v9h1.5v-9zM12.5 9v6H14V9zM15 10.5v3h1.5v-3z',
  },
  // A speech bubble with lines.
  notes: {
    hex: '0f8f6f',
    path: 'M4 2h16a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-8l-6 4.5V18H4a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3zM6 6.7v2h12v-2zM6 11.2v2h8v-2z',
  },
  workspace: BRANDS.notion,
  // A shop.
  'shop-seller': {
    hex: '1f74e0',
    path: 'M3 2h18l2 6.2a3.2 3.2 0 0 1-5.5 2 3.6 3.6 0 0 1-5.5 0 3.6 3.6 0 0 1-5.5 0 3.2 3.2 0 0 1-5.5-2zM3 13.4h18V22H3zM13 15.4V22h5v-6.6zM6 15.4v3.6h4.5v-3.6z',
  },
  // A parcel.
  'shop-consumer': {
    hex: 'd9480f',
    path: 'M4.6 2h6.3v4.7H2zM13.1 2h6.3L22 6.7h-8.9zM2 8.7h20V20a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2zM8.5 12v2.2h7V12z',
  },
  // A bill in won.
  payment: {
    hex: 'c2820a',
    path: 'M4 1l2.7 2L9.3 1 12 3l2.7-2 2.6 2L20 1v22l-2.7-2-2.6 2L12 21l-2.7 2-2.6-2L4 23zM6.8 7l1.9 8h1.7l1.6-4.8L13.6 15h1.7l1.9-8h-1.7l-1.1 5-1.6-5h-1.8l-1.6 5-1.1-5zM8 17v1.5h8V17z',
  },
  video: BRANDS.youtube,
  social: BRANDS.threads,
}

interface Size {
  /** As high as the text next to it, without a tile. */
  small?: boolean | undefined
}

/** The mark of a product next to its name, hidden from screen readers. */
export const ProductMark = ({ account, small }: Size & { account: Account }) => (
  <Drawing {...MARKS[productOf(account)]} small={small} />
)

export const Drawing = ({ path, hex, small = false }: Size & Mark) => (
  <svg class={`product-mark${small ? ' small' : ''}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} fill={hex === '000000' ? 'currentColor' : `#${hex}`} />
  </svg>
)
