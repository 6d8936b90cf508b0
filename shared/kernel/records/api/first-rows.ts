import type { ImpactDocument } from '../../../impact/contract.ts';
import { namedEmails, type ProposedEdits } from '../../../impact/proposed-edits.ts';
import type { stoppedByDocument } from '../../../impact/use-cases/impact-document.ts';
import { shortPool } from '../../../pools/use-cases/pool-document.ts';
import { emailKey } from '../../../roster/email.ts';

interface ImpactLists {
  readonly impact: ImpactDocument;
  readonly stoppedBy: ReturnType<typeof stoppedByDocument>;
}

/** How many rows an impact's lists have, also where only the first are answered; of the past, how many people. */
export function impactCounts({ stopped, freed, changes, warnings, wouldHaveStopped }: ImpactDocument) {
  const ofKind = Map.groupBy(warnings, ({ kind }) => kind);
  return {
    stopped: stopped.length,
    freed: freed.length,
    changes: changes.length,
    warnings: Array.from(ofKind, ([kind, { length }]) => ({ kind, count: length })),
    wouldHaveStopped: new Set(wouldHaveStopped.map(({ email }) => email)).size,
  };
}

/**
 * The first rows of each list of an impact: those of a large organization are long. Warnings are counted by kind, and the
 * limits of people whom the edits name are all there, since their forms say what each of them gets.
 */
export function firstRows({ impact, stoppedBy }: ImpactLists, edits: ProposedEdits, rowsMax: number): ImpactLists {
  const named = namedEmails(edits);
  const { stopped, freed, changes, pools, warnings, wouldHaveStopped } = impact;
  return {
    impact: {
      ...impact,
      stopped: stopped.slice(0, rowsMax),
      freed: freed.slice(0, rowsMax),
      changes: changes.filter(({ email }, place) => place < rowsMax || named.has(emailKey(email))),
      pools: pools.map(shortPool),
      warnings: [...Map.groupBy(warnings, ({ kind }) => kind).values()].flatMap((ofKind) => ofKind.slice(0, rowsMax)),
      wouldHaveStopped: wouldHaveStopped.slice(0, rowsMax),
    },
    stoppedBy: stoppedBy.slice(0, rowsMax),
  };
}
