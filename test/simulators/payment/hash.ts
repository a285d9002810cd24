import { sha256 } from '../rest.ts'

/** SHA-256 as lower-case hex over the parts, joined by commas (facts, section 5). */
export const readHash = (...parts: string[]): Promise<string> => sha256(parts.join(','))
