/** What a start of a function may read at most, in bytes. */
export const startBytesMax = 1_000_000;

/** How much longer a start may take than that of an empty handler, in milliseconds of a processor. */
export const startMsMax = 150;
