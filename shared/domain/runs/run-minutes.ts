/** The minute of the UTC day of the run at the start of a platform window. */
export const windowStartMinute = 5;
/** The minute of the UTC day of the nightly run. */
export const nightlyMinute = 150;
