/** The scripts of the reference page, as far as tests call them. */
declare module '*/public/docs/parameters.js' {
  export function parameterInput(
    id: string,
    parameter: { name: string; in: string; schema: object; example?: unknown; required?: boolean },
  ): unknown
}
