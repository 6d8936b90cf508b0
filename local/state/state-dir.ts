/** The default state folder. */
export const usualStateDir = '.curfew';
