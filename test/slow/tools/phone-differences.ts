/** What either side makes of a number; undefined when it refuses. */
export interface Reading {
  e164: string
  formatted: string
  type: string
}

interface Difference {
  /** A number of the class. */
  example: string
  reason: string
  /** `digits` are the digits of the text as it was written. */
  explains: (digits: string, ours: Reading | undefined, theirs: Reading | undefined) => boolean
}

const onlyTheirs =
  (form: RegExp): Difference['explains'] =>
  (digits, ours, theirs) =>
    !ours && theirs !== undefined && form.test(digits)

const onlyOurs =
  (form: RegExp): Difference['explains'] =>
  (digits, ours, theirs) =>
    ours !== undefined && !theirs && form.test(digits)

/** Every class of numbers on which libphonenumber-js/max and the gateway disagree. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'without the leading 0': {
    example: '2-1234-5678',
    reason:
      'only a mobile number is known to lose its 0 in a spreadsheet; other bare digits are too little to guess from',
    explains: onlyTheirs(/^(?!82)[1-9]/),
  },
  'mobile exchange that begins with 0': {
    example: '010-0000-0000',
    reason: 'no mobile exchange begins with 0; 010-0000-0000 is what people type to fill a field',
    explains: onlyTheirs(/^(82)?0?1[016-9]0\d{6,7}$/),
  },
  '010 with seven digits': {
    example: '010-123-4567',
    reason: '010 numbers have eight digits; with seven one is missing',
    explains: onlyTheirs(/^(82)?0?10\d{7}$/),
  },
  '012': {
    example: '012-345-6789',
    reason: 'data lines and machines, not people',
    explains: onlyTheirs(/^(82)?0?12\d{7,8}$/),
  },
  '015': { example: '015-123-4567', reason: 'pagers', explains: onlyTheirs(/^(82)?0?15\d{7,8}$/) },
  '030': {
    example: '030-123-4567',
    reason: 'fax and message boxes, not in the table of the facts',
    explains: onlyTheirs(/^(82)?0?30\d{7}$/),
  },
  '060': {
    example: '060-700-1234',
    reason: 'premium services, which no bill is sent to',
    explains: onlyTheirs(/^(82)?0?60\d{7}$/),
  },
  'area code and three or four digits': {
    example: '031-120',
    reason: 'public information lines such as 031-120',
    explains: onlyTheirs(/^(82)?0?(3[1-3]|4[1-4]|5[1-5]|6[1-4])1\d{2,3}$/),
  },
  'international free calls': {
    example: '00798-1234-5678',
    reason: '00308, 00368 and 00798 are reached through a carrier and belong to no customer',
    explains: onlyTheirs(/^00(308|368|798)/),
  },
  'carrier code before the number': {
    example: '082-2-1234-5678',
    reason: '081 to 088 choose a carrier for one call and are no part of a number',
    explains: onlyTheirs(/^(82)?0?8[1-8]/),
  },
  '0 before a service number': {
    example: '01588-1234',
    reason: 'service numbers have no leading 0',
    explains: onlyTheirs(/^(82)?01[568]\d{6}$/),
  },
  'service prefix that the library does not list': {
    example: '1511-1234',
    reason: 'the operators open new 15XX, 16XX and 18XX prefixes, so the table takes them all',
    explains: onlyOurs(/^(82)?1[568]\d{6}$/),
  },
  '010-597X to 010-599X': {
    example: '010-5975-1234',
    reason: 'the library leaves these blocks out; the table has no gaps within 010',
    explains: onlyOurs(/^(82)?0?1059[7-9]\d{5}$/),
  },
  '0082': {
    example: '0082 10 1234 5678',
    reason: 'how +82 is dialled from most of the world; the library knows the Korean exit codes only',
    explains: onlyOurs(/^0082/),
  },
  'display of 050X': {
    example: '0505-123-4567',
    reason: 'the service prefix has four digits: 0505-123-4567, where the library shows 050-5123-4567',
    explains: (_, ours, theirs) =>
      ours?.type === 'personal' &&
      theirs?.type === 'personal' &&
      ours.e164 === theirs.e164 &&
      ours.formatted.replaceAll('-', '') === theirs.formatted.replaceAll('-', ''),
  },
}
