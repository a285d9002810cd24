/** What kind of line a number belongs to. */
export const PHONE_TYPES = ['mobile', 'landline', 'personal', 'voip', 'toll_free', 'service'] as const
export type PhoneType = (typeof PHONE_TYPES)[number]

/**
 * Every form of a Korean number that is accepted, as national digits; the groups are those of its display (payment
 * facts, section 7). An exchange never begins with 0.
 */
export const PHONE_KINDS: readonly (readonly [PhoneType, RegExp])[] = [
  ['mobile', /^(010)([1-9]\d{3})(\d{4})$/],
  // The prefixes before 010, some of which are still in use.
  ['mobile', /^(01[16-9])([1-9]\d{2,3})(\d{4})$/],
  // Seoul, then the other areas.
  ['landline', /^(02)([1-9]\d{2,3})(\d{4})$/],
  ['landline', /^(03[1-3]|04[1-4]|05[1-5]|06[1-4])([1-9]\d{2,3})(\d{4})$/],
  // Numbers that stand in for another one.
  ['personal', /^(050\d)(\d{3,4})(\d{4})$/],
  ['voip', /^(070)(\d{4})(\d{4})$/],
  ['toll_free', /^(080)(\d{3})(\d{4})$/],
  // National service numbers, which have no leading 0.
  ['service', /^(1[568]\d{2})(\d{4})$/],
]
