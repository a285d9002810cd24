import { type ComponentChildren, createContext } from 'preact'
import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import type { Operation, Parameter } from '../document.ts'
import { firstValue, getAccount } from '../operation/values.ts'
import type { SnippetLanguage } from '../snippets/languages.ts'
import { getKeyError, type Prefilled } from './key.ts'

/** The key and the snippet settings, only in the memory of this tab. */
interface CallerState {
  key: string
  setKey: (key: string) => void
  /** Whether the key was requested and has not been typed since. */
  asked: boolean
  /** Focuses the key field. Enter there returns the focus. */
  ask: (from: HTMLElement | null) => void
  answerAsked: () => void
  /** The value of an account's header, shared by all operations that accept the header. */
  account: (operation: Operation, parameter: Parameter) => string
  setAccount: (meaning: string, value: string) => void
  language: SnippetLanguage
  setLanguage: (language: SnippetLanguage) => void
}

const Context = createContext<CallerState>(undefined as never)

export const useCaller = () => useContext(Context)

/** The field of the key has this id on the page. */
export const KEY_FIELD = 'key'

export function Caller({ prefilled, children }: { prefilled: Prefilled; children: ComponentChildren }) {
  const [typed, setTyped] = useState(prefilled.key ?? '')
  const [asked, setAsked] = useState(false)
  const [accounts, setAccounts] = useState<Readonly<Record<string, string>>>({})
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const asking = useRef<HTMLElement | null>(null)
  const key = typed.trim()
  const state = useMemo(
    (): CallerState => ({
      key,
      setKey: (value) => {
        setTyped(value)
        setAsked(false)
      },
      asked,
      ask: (from) => {
        asking.current = from ?? asking.current
        setAsked(true)
        document.getElementById(KEY_FIELD)?.focus()
      },
      answerAsked: () => {
        if (getKeyError(key)) return setAsked(true)
        asking.current?.focus()
        asking.current = null
      },
      account: ({ id, group }, parameter) => {
        const { headers = {} } = prefilled
        const given = headers[id]?.[parameter.name] ?? headers[group]?.[parameter.name]
        return accounts[getAccount(parameter) ?? ''] ?? given ?? firstValue(parameter)
      },
      setAccount: (meaning, value) => setAccounts((before) => ({ ...before, [meaning]: value })),
      language,
      setLanguage,
    }),
    [key, asked, accounts, language, prefilled],
  )
  return <Context.Provider value={state}>{children}</Context.Provider>
}
