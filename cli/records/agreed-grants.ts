import type { Grant } from '../../shared/domain/budgets/exemption.ts';
import { noEdits } from '../../shared/domain/impact/proposed-edits.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { agreeOnImpact, type Agreement, type Besides } from './impact-question.ts';
import type { ImpactOptions } from './impact-options.ts';

/** Shows the impact of grants that are to be added or ended, and asks where it would harm somebody. */
export async function agreeOnGrants<G extends Grant>(
  context: CommandContext,
  {
    installation,
    options,
    propose,
    ...besides
  }: {
    readonly installation: Installation;
    readonly options: ImpactOptions;
    /** The grants as they will be, from the tables of now. */
    readonly propose: () => Promise<readonly G[]>;
  } & Besides<readonly G[]>,
): Promise<Agreement<readonly G[]>> {
  return agreeOnImpact(context, {
    ...besides,
    installation,
    options,
    async propose() {
      const grants = await propose();
      return { plan: grants, edits: { ...noEdits, grants } };
    },
  });
}
