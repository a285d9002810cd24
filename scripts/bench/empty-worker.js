// The baseline of the start: an empty Worker.
export default { fetch: () => new Response() }
