import { isObject, member } from '../../../base/json-object.ts'
import { KEYS } from '../protocol/envelope.ts'
import { CODES, type Params, RpcError } from '../protocol/message.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

/** Whether the client of this request takes tasks instead of results. Only 2026-07-28 says so in each request. */
export const takesTasks = (params: Params | undefined): boolean =>
  isObject(member(member(member(member(params, '_meta'), KEYS.capabilities), 'extensions'), TASKS))

export const missingCapability = () =>
  new RpcError(CODES.missingCapability, 'Missing required client capability', {
    status: 400,
    data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
  })
