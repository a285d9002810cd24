// The baseline of the start: an empty Worker.
export * from './objects.ts'
export default { fetch: () => new Response() }
