const FREE_CHARACTERS = 10

/**
 * An id for a bill whose caller gave none: the business number and ten free characters, the only form that the
 * product's test hosts accept (payment facts, section 1).
 *
 * @param businessNumber ten digits
 * @param uuid a fresh one: its 122 random bits become base 36
 */
export function newBillId(businessNumber: string, uuid: string): string {
  const random = BigInt(`0x${uuid.replaceAll('-', '')}`) % 36n ** BigInt(FREE_CHARACTERS)
  return businessNumber + random.toString(36).toUpperCase().padStart(FREE_CHARACTERS, '0')
}
