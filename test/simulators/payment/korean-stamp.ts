const KOREA_MS = 9 * 60 * 60 * 1000

/** `20261121180000`: Korean local time, without a zone. */
export const koreanStamp = (epochMs: number): string =>
  new Date(epochMs + KOREA_MS).toISOString().replace(/\D/g, '').slice(0, 14)

/** Whether the midnight in Korea that ends this day (`YYYY-MM-DD`) has passed. */
export const isPast = (day: string, epochMs: number): boolean =>
  koreanStamp(epochMs).slice(0, 8) > day.replaceAll('-', '')
