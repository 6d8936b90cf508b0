/** Until somebody has said why, the numbers are shown all the same. */
export const unsaidReason = { reason: 'to be said' } as const;
