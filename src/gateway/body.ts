import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { badInput, GatewayError } from '../base/errors.ts'
import type { Gateway } from './state.ts'

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * The JSON of a request by the rules of decisions.md section 2: at most `maxSize` bytes, chunked ones too (413); no
 * Content-Type is read as JSON, another declared type is 415; an empty body is `{}`; broken JSON is 400.
 */
export async function readJson(c: Context<Gateway>, maxSize: number): Promise<unknown> {
  const declared = c.req.header('Content-Type')
  if (declared !== undefined && !JSON_TYPE.test(declared)) {
    throw new GatewayError(
      415,
      'Content-Type: must be application/json: add the header Content-Type: application/json, and send JSON',
    )
  }
  await bodyLimit({ maxSize, onError: () => tooLarge(maxSize) })(c, async () => {})
  const text = (await c.req.text()).trim()
  return text === '' ? {} : parsed(text)
}

function tooLarge(maxSize: number): never {
  throw new GatewayError(413, `body: is larger than ${maxSize} bytes`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, at] = / at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const place = at === undefined ? '' : `, from character ${Number(at) + 1} on`
    // What Windows' command line makes of single quotes.
    const hint = text.startsWith("'") ? ': Windows wants double quotes around it, and \\" inside' : ''
    throw badInput(`body: is not valid JSON${place}${hint}`)
  }
}
