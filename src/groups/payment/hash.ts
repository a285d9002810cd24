import { sha256Hex } from '../../base/crypto.ts'

/** The input of a hash: exactly the texts in the request that contains it. */
export interface HashParts {
  bill_id: string
  /** Digits only. Absent when the request contains no phone. */
  phone?: string | undefined
  /** Digits only, without separators. */
  price: string
}

/**
 * The product's hash, as lower-case hex. It has three parts if the request contains a phone, two if not. The product
 * refuses a hash with a phone when the request has none.
 */
export const billHash = ({ bill_id, phone, price }: HashParts): Promise<string> =>
  sha256Hex([bill_id, ...(phone === undefined ? [] : [phone]), price].join(','))
