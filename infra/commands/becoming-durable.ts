import { jobs } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Config } from '../config.ts';
import { jobRoleName, stackNames } from '../stack-names.ts';
import type { DeployedFunction } from './command-io.ts';

/**
 * Why this version cannot replace the deployed one: Lambda cannot make an existing function durable, though a change
 * set shows an update in place. Undefined when it can.
 */
export function refusedAsDurable(
  { stage, organizations }: Config,
  functions: readonly DeployedFunction[],
  declared: readonly JobDeclaration[] = jobs,
): string | undefined {
  const plain = new Set(functions.filter(({ isDurable }) => !isDurable).map(({ role }) => role));
  const durable = declared.filter(({ limits }) => limits.durable !== undefined);
  const refused = organizations.flatMap(({ name: organization, ...terms }) => {
    const becoming = durable.filter((job) => plain.has(jobRoleName({ stage, organization }, job)));
    const { console, watchdog, jobs: own } = stackNames(stage, organization);
    const stacks = [...('console' in terms && terms.console !== undefined ? [console] : []), watchdog, own];
    return becoming.length === 0 ? [] : [{ organization, names: becoming.map(({ name }) => name), stacks }];
  });
  if (refused.length === 0) {
    return undefined;
  }
  const whose = refused.map(({ organization, names }) => `${names.join(', ')} of ${organization}`).join('; ');
  return [
    `Nothing was deployed: in this version these jobs are durable, and Lambda makes no existing function durable: ${whose}.`,
    'Remove the stacks of the functions, and deploy again. All data stays: it is in other stacks.',
    `  npx cdk destroy ${refused.flatMap(({ stacks }) => stacks).join(' ')}`,
    '  npm run deploy',
  ].join('\n');
}
