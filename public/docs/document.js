/** What the page needs of an OpenAPI document, in the order of the document. */
export function readDocument(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(document, path, method.toUpperCase(), operation),
    ),
  )
  return {
    version: document.info.version,
    introduction: document.info.description,
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ group }) => group === name),
    })),
  }
}

function readOperation(document, path, method, operation) {
  const content = operation.requestBody?.content['application/json']
  const answers = Object.entries(operation.responses).map(([status, response]) => ({
    status,
    ...resolve(document, response),
  }))
  const success = answers.find(({ status }) => status.startsWith('2'))
  return {
    id: operation.operationId,
    method,
    path,
    group: operation.tags[0],
    summary: operation.summary,
    description: operation.description,
    tier: operation['x-tier'],
    readOnly: operation['x-read-only'],
    destructive: operation['x-destructive'],
    parameters: operation.parameters,
    example: content && JSON.stringify(content.example, null, 2),
    requestSchema: content?.schema,
    success: { status: success.status, schema: success.content?.['application/json'].schema },
    failures: answers
      .filter((answer) => answer !== success)
      .map(({ status, description, content }) => ({
        status,
        description,
        example: content['application/json'].example,
      })),
  }
}

const resolve = (document, { $ref, ...response }) =>
  $ref
    ? $ref
        .split('/')
        .slice(1)
        .reduce((node, name) => node[name], document)
    : response
