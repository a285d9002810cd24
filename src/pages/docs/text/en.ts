import { common } from '../../text/en/common.ts'
import { page } from './en/page.ts'
import { trying } from './en/trying.ts'

export const en = { common, page, trying }
