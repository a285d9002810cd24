/** The revision with self-contained requests: each names its revision in `_meta`, without a handshake. */
export const REVISION = '2026-07-28'

/** The revisions with a handshake, newest first. The newest is offered to clients that ask for an unknown one. */
export const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const
