import { common } from '../../text/ko/common.ts'
import { page } from './ko/page.ts'
import { trying } from './ko/trying.ts'
import type { DocsTexts } from './texts.ts'

export const ko: DocsTexts = { common, page, trying }
