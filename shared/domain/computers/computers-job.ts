/** The job that looks at the computers of the fleet list. */
export const computersJob = 'computers';
