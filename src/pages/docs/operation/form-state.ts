import { useState } from 'preact/hooks'
import { useCaller } from '../access/caller.tsx'
import type { Operation, Parameter } from '../document.ts'
import { type DescribedRequest, describedRequest } from '../request.ts'
import { firstValue, getAccount, isFreshKey } from './values.ts'

/** The values in an operation's form. Account headers are shared with all operations that accept them. */
export function useFormState(operation: Operation) {
  const { parameters, body } = operation
  const { account, setAccount } = useCaller()
  const [own, setOwn] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, firstValue(parameter)])),
  )
  const [typedBody, setTypedBody] = useState(body?.example)
  const setBody = (text: string) => {
    setTypedBody(text)
    // An Idempotency-Key belongs to one body.
    setOwn((before) =>
      Object.fromEntries(
        Object.entries(before).map(([name, value]) => [name, isFreshKey(name, value) ? crypto.randomUUID() : value]),
      ),
    )
  }
  const shared = Object.fromEntries(
    parameters.filter(getAccount).map((parameter) => [parameter.name, account(operation, parameter)]),
  )
  const valueFor = (name: string) => shared[name] ?? own[name] ?? ''
  const setValue = (parameter: Parameter, value: string) => {
    const meaning = getAccount(parameter)
    if (meaning) setAccount(meaning, value)
    else setOwn((before) => ({ ...before, [parameter.name]: value }))
  }
  const request = (): DescribedRequest => describedRequest(operation, valueFor, typedBody)
  return { valueFor, setValue, body: typedBody, setBody, request }
}
