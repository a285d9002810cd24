import type { Call } from './call.ts'
import { curl } from './curl.ts'
import { javascript } from './javascript.ts'
import { make } from './make.ts'
import { n8n } from './n8n.ts'
import { powershell } from './powershell.ts'
import { python } from './python.ts'

export type SnippetLanguage = 'curl' | 'powershell' | 'python' | 'javascript' | 'n8n' | 'make'

/** The snippet languages, in the order of the page. An n8n node is named after the operation's summary. */
export const LANGUAGES: Readonly<Record<SnippetLanguage, (call: Call, title: string) => string>> = {
  curl,
  powershell,
  python,
  javascript,
  n8n,
  make,
}

export const LANGUAGE_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  powershell: 'PowerShell',
  python: 'Python',
  javascript: 'JavaScript',
  n8n: 'n8n',
  make: 'Make',
}
