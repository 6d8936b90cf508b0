import { job as computers } from './computers/job.ts';
import { job as controls } from './controls/job.ts';
import { job as digest } from './digest/job.ts';
import { job as enforce } from './enforcement/job.ts';
import { job as monthlyExports } from './exports/job.ts';
import { invariant } from './kernel/invariant.ts';
import { job as edits } from './kernel/records/job.ts';
import type { JobDeclaration } from './kernel/runs/contract/job-declaration.ts';
import { job as live } from './live/job.ts';
import { job as bounces } from './mail/bounces-job.ts';
import { job as mails } from './mail/job.ts';
import { job as readiness } from './readiness/job.ts';
import { job as requests } from './requests/job.ts';
import { job as roster } from './roster/job.ts';
import { job as sessions } from './sessions/job.ts';

/** Every job; everything made per job derives from this list. */
const declared = [
  enforce,
  live,
  controls,
  mails,
  bounces,
  edits,
  // The other watchers.
  roster,
  sessions,
  digest,
  computers,
  readiness,
  requests,
  monthlyExports,
] as const;

type Declared = (typeof declared)[number];

export type JobName = Declared['name'];

/** A job that people may start: `curfew run NAME`. */
export type ByHandJobName = (typeof byHandJobs)[number]['name'];

/** A declared job whose name is known. A job can only start another one that is declared, too. */
export interface DeclaredJob extends JobDeclaration {
  readonly name: JobName;
  readonly starts?: readonly JobName[];
}

export const jobs: readonly DeclaredJob[] = declared;

export const byHandJobs = declared.filter((job) => 'byHand' in job);

export function jobNamed<Name extends JobName>(name: Name): DeclaredJob & Extract<Declared, { readonly name: Name }> {
  const job = declared.find((candidate) => candidate.name === name);
  invariant(job !== undefined, 'every name of a job is that of a declaration');
  return job as DeclaredJob & Extract<Declared, { readonly name: Name }>;
}
