import { generate } from '../../scripts/support/generate.ts'

/** Generates the descriptions before the runtime of the tests reads the static files. */
export default generate
