import { AREAS } from '../base/groups.ts'
import { PURPOSES, toDocument } from './document.ts'
import { groupFile, OPENAPI_FILE } from './public-files.ts'
import type { Registered } from './registered.ts'

/**
 * The files that describe these operations, by path below `public/`: an OpenAPI document of all, one for each group, and
 * the summaries with which the management app names operations. Only scripts and tests import this, so no JSON Schema
 * generator is part of the Worker.
 */
export function generateAll(operations: readonly Registered[]): ReadonlyMap<string, string> {
  return new Map([
    [OPENAPI_FILE, JSON.stringify(toDocument(operations.filter(isKeyed)))],
    ...AREAS.map((group): [string, string] => [
      groupFile(group),
      JSON.stringify(toDocument(operations.filter(({ operation }) => operation.group === group))),
    ]),
    ...(['en', 'ko'] as const).map((language): [string, string] => [
      `/operations/${language}.json`,
      JSON.stringify(operationNames(operations, language)),
    ]),
  ])
}

/** The management app is only for the owner. It has its own document, and no agent can use it. */
export const isKeyed = ({ operation }: Registered) => operation.group !== 'admin'

const operationNames = (operations: readonly Registered[], language: 'en' | 'ko'): Record<string, string> =>
  Object.fromEntries(
    operations.map(({ operation }) => {
      const { summary, ko } = operation.texts
      return [operation.id, language === 'ko' ? ko : summary]
    }),
  )

/** A page of prose, by path below `public/`. */
interface GuideLink {
  title: string
  file: string
}

/**
 * llms.txt: what the gateway is and where to read more, for models that get its URL. It has the format of llmstxt.org:
 * a title, a summary and lists of links. The links are relative, because the origin of the deployment is unknown here.
 *
 * @param operations the operations that an API key opens
 */
export function llmsText(operations: readonly Registered[], guides: readonly GuideLink[]): string {
  const groups = Map.groupBy(operations, ({ operation }) => operation.group)
  return `# Latchkey

> A gateway: one API key opens the accounts that this deployment is connected to, over HTTP and over MCP.

- Send the key as the header \`X-API-KEY\` with every request. A person gives it to you: never ask for the credentials of the
  products themselves, and never write the key into an answer.
- Over MCP (Streamable HTTP) the server is at \`/mcp\`; it has tools for the same operations.
- Answers are JSON. A failure says in \`error\` what is wrong and what to do, and in the header \`X-Error-Code\` which kind it is
  ([list](/docs/guide/errors.en.md)).
- Operations that change something say so in the OpenAPI documents (\`x-read-only\`, \`x-destructive\`). Ask the person before
  you move money or delete something.

## OpenAPI documents

- [All groups](${OPENAPI_FILE}): ${operations.length} operations
${[...groups]
  .map(
    ([group, own]) =>
      `- [${group}](${groupFile(group)}): ${PURPOSES[group]} (${own.length === 1 ? '1 operation' : `${own.length} operations`})`,
  )
  .join('\n')}

## Guides

${guides.map(({ title, file }) => `- [${title}](/${file})`).join('\n')}

## Optional

- [Reference page](/docs): the same for people, in English and Korean
`
}
