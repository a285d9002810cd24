import { common } from '../../text/ko/common.ts'
import errors from '../guides/ko/errors.md'
import events from '../guides/ko/events.md'
import keys from '../guides/ko/keys.md'
import paging from '../guides/ko/paging.md'
import retries from '../guides/ko/retries.md'
import start from '../guides/ko/start.md'
import { page } from './ko/page.ts'
import { trying } from './ko/trying.ts'
import type { DocsTexts } from './texts.ts'

export const ko: DocsTexts = { common, page, trying, guides: { start, keys, errors, paging, retries, events } }
