import { common } from '../../text/en/common.ts'
import errors from '../guides/en/errors.md'
import events from '../guides/en/events.md'
import keys from '../guides/en/keys.md'
import paging from '../guides/en/paging.md'
import retries from '../guides/en/retries.md'
import start from '../guides/en/start.md'
import { page } from './en/page.ts'
import { trying } from './en/trying.ts'

export const en = { common, page, trying, guides: { start, keys, errors, paging, retries, events } }
