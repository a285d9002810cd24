/** The texts of an operation that only a test declares. */
export const TEXTS = { summary: 'An operation of a test', ko: '테스트의 작업' }
