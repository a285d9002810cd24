import * as z from 'zod/mini'
import { notMisplaced } from '../../gateway/http/fields.ts'

/** An integration token of the workspace, which is sent in a header: printable ASCII without semicolons and commas. */
export const integrationToken = (description: string) =>
  z
    .string()
    .check(
      z.trim(),
      notMisplaced('WORKSPACE_TOKEN'),
      z.regex(
        /^(?:ntn|secret)_[\x21-\x2b\x2d-\x3a\x3c-\x7e]{1,4000}$/,
        'must be an integration token, which starts with ntn_ or secret_',
      ),
    )
    .check(z.meta({ description, examples: ['ntn_the-token-as-it-was-copied'] }))
