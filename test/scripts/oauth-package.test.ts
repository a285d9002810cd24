import { expect, it } from 'vitest'
import { trimOAuthPackage } from '../../scripts/support/oauth-package.ts'

it('does not trim a package that lacks what is to be removed', () => {
  expect(() => trimOAuthPackage('export class OAuthProvider {}')).toThrow(/has no this\.options/)
})
