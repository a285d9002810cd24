/**
 * The address that paths are put behind, byte for byte: the override of a setting, else the product's own, neither with
 * a slash at its end.
 */
export const baseUrl = (override: URL | undefined, own: string): string => override?.href.replace(/\/$/, '') ?? own
