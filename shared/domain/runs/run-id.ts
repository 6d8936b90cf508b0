/**
 * The id of a run: the job, the moment as of which it runs, and what tells runs of the same moment apart (the name of
 * the schedule, or a random word for a run by hand). Ids of one job sort by that moment.
 */
export function runIdOf(job: string, atMs: number, suffix: string): string {
  return `${job}-${new Date(atMs).toISOString()}-${suffix}`;
}
