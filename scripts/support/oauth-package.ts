import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './build.ts'
import { putInto } from './public-files.ts'

const PACKAGE = 'node_modules/@cloudflare/workers-oauth-provider/dist/oauth-provider.js'

/** Options that `src/gateway/auth/oauth/oauth-server.ts` does not set, so that the package reads them as false. */
const OFF = [
  'this.options.clientIdMetadataDocumentEnabled',
  'this.options.allowTokenExchangeGrant',
  'this.options.enterpriseManagedAuthorization',
]

/**
 * Code that runs only with one of these options, for an API behind the package, or for the package's own consent page.
 * A bundler removes unused functions, but not unused methods.
 */
const UNUSED = [
  // An option that is off.
  ...['handleTokenExchangeGrant', 'exchangeToken', 'resolveTokenExchangeResource'],
  ...['handleJwtBearerGrant', 'runEmaPipeline', 'verifyAssertionSignature', 'issueEmaAccessToken'],
  ...['fetchClientIdMetadataDocument', 'verifyClientAssertion', 'hasGlobalFetchStrictlyPublic'],
  // The API behind the package, which is the gateway's own router.
  ...['handleApiRequest', 'findApiRouteForUrl', 'matchApiRoute', 'createExternalTokenErrorResponse'],
  ...['findResourceServerForMetadataUrl', 'handleProtectedResourceMetadata', 'getProtectedResourceScopes'],
  ...['normalizeProtectedResourceScopes', 'buildWwwAuthenticateHeader', 'getResourceMetadataUrlForRequest'],
  ...['getConfiguredResourceMetadataUrl', 'validateHandler', 'assertRouteCoveredByResource'],
  // The consent page, and the records of clients, which ACCESS stores.
  ...['isConsentRemembered', 'beginConsent', 'approveConsent', 'denyConsent', 'beginUpstream', 'finishUpstream'],
  ...['createClient', 'listClients', 'updateClient', 'deleteClient', 'purgeExpiredData'],
]

/**
 * Writes the OAuth package without the parts that this gateway does not use: 14 KiB less of the gzipped script. The
 * build and the tests use this copy (scripts/support/bundle.ts; vitest.config.ts).
 */
export async function putOAuthPackage(): Promise<void> {
  const trimmed = trimOAuthPackage(await readFile(join(ROOT, PACKAGE), 'utf8'))
  await putInto('src/base/generated', [['oauth-provider.js', trimmed]])
}

/**
 * The package without the unused functions and methods. Calling one of them fails. Throws for a name that the package
 * does not have: review this list for a new version of the package.
 */
export function trimOAuthPackage(source: string): string {
  let trimmed = source
  for (const option of OFF) trimmed = replaceAll(trimmed, option, 'false')
  for (const name of UNUSED)
    trimmed = replaceAll(
      trimmed,
      new RegExp(`^(\\t?)(async )?(function )?${name}\\(.*\\{\\n[^]*?^\\1\\}$`, 'gm'),
      leftOut(name),
    )
  return trimmed
}

/** Replaces a function. A missing method fails by itself when it is called. */
const leftOut = (name: string) => (_: string, indentation: string) =>
  indentation ? '' : `function ${name}() { throw new Error('${name} is left out of the build') }`

function replaceAll(source: string, what: string | RegExp, by: string | ((match: string, group: string) => string)) {
  const replaced = typeof by === 'string' ? source.replaceAll(what, by) : source.replaceAll(what, by)
  if (replaced === source) throw new Error(`the OAuth package has no ${what}: see scripts/support/oauth-package.ts`)
  return replaced
}
