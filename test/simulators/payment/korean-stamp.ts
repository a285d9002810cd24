import { koreanTime } from '../korean-time.ts'

/** `20261121180000`: Korean local time, without a zone. */
export const koreanStamp = (epochMs: number): string => koreanTime(epochMs).replace(/\D/g, '').slice(0, 14)

/** Whether the midnight in Korea that ends this day (`YYYY-MM-DD`) has passed. */
export const isPast = (day: string, epochMs: number): boolean => koreanTime(epochMs).slice(0, 10) > day
