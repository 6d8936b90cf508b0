/** The state folder of whoever names none. */
export const usualStateDir = '.curfew';
