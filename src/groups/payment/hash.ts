import { sha256Hex } from '../../base/digest.ts'

/** What a hash is made of: the very texts that stand in the request beside it. */
export interface HashParts {
  bill_id: string
  /** Digits only; absent where the request holds no phone. */
  phone?: string | undefined
  /** Digits only, without separators. */
  price: string
}

/**
 * The product's hash, as lower-case hex: three parts where the request contains a phone, two where it does not. A phone
 * in the hash of a request without one is refused (payment facts, section 5).
 */
export const billHash = ({ bill_id, phone, price }: HashParts): Promise<string> =>
  sha256Hex([bill_id, ...(phone === undefined ? [] : [phone]), price].join(','))
