/**
 * API keys and webhooks are created in the product's dashboard, which has no published API. The paths and shapes here
 * are our own, for the service that NOTES_PLATFORM_URL names.
 */
export const NO_PUBLIC_API =
  "The notes service publishes no API for API keys and webhooks: both are made in its dashboard. This operation calls the address in NOTES_PLATFORM_URL, in shapes of this gateway's own, and answers 502 while that setting is unset."
