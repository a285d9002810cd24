const part = (value: object) =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

/** A token in the recorder's format, without a valid signature. */
export const jwt = (header: object, claims: object): string =>
  [part({ alg: 'HS256', ...header }), part(claims), 'c2lnbmVk'].join('.')

/** A user token that expires a day from now. */
export const userToken = () => jwt({ typ: 'UT' }, { exp: Math.floor(Date.now() / 1000) + 86_400, sub: 'a1' })
