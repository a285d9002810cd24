const KOREA_MS = 9 * 3_600_000

/** `2026-11-21T18:00:00.000`: local time in Korea, without an offset. */
export const koreanTime = (epochMs: number): string => new Date(epochMs + KOREA_MS).toISOString().slice(0, -1)

export const koreanYear = (epochMs: number): number => new Date(epochMs + KOREA_MS).getUTCFullYear()
