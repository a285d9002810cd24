/** Text encrypted by `encryptWithKey`, both parts in base64. */
export interface Encrypted {
  iv: string
  data: string
}

/** Encrypts a text: AES-GCM with a new 96-bit nonce. It can be decrypted only with the same key, for the same place. */
export async function encryptWithKey(key: CryptoKey, place: string, text: string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const data = await crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text))
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

/** Undefined when the key or the place is another one, or when the text was changed. */
export async function decryptWithKey(
  key: CryptoKey,
  place: string,
  { iv, data }: Encrypted,
): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm(fromBase64(iv), place), key, fromBase64(data)),
    )
  } catch {
    return undefined
  }
}

const algorithm = (iv: Uint8Array, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
})

export const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
