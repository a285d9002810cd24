const KOREA_MS = 9 * 60 * 60 * 1000

/** The day in Korea, which is nine hours ahead of UTC all year, as `YYYY-MM-DD`. */
export const koreanDay = (epochMs: number): string => new Date(epochMs + KOREA_MS).toISOString().slice(0, 10)
