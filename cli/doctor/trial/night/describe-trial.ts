import { type CapPlan, changesOf } from '../../../../shared/caps/cap-plan.ts';
import type { SetCap } from '../../../../shared/caps/cap.ts';
import type { Uncappable } from '../../../../shared/caps/uncapped.ts';
import type { RunOutcome } from '../../../../shared/kernel/runs/run.ts';
import { grouped } from '../../../../shared/kernel/texts/grouped.ts';
import type { Figures } from '../../check.ts';

interface Trial {
  /** The plan with the default budget observing. */
  readonly observed: CapPlan;
  /** What would be sent if it were enforced. */
  readonly enforced: readonly SetCap[];
  readonly target: { readonly defaultBudgetCredits: number };
  readonly outcome: Pick<RunOutcome, 'problems' | 'dataThrough'>;
}

const problemsMax = 5;

/** A first night in a few sentences, without any name, and in figures. Credits are Standard Credits. */
export function describeTrial({ observed, enforced, target, outcome }: Trial): {
  readonly facts: readonly string[];
  readonly figures: Figures;
} {
  const { uncappable, decisions } = observed;
  const atStake = uncappable.reduce((sum, { creditsAtStake }) => sum + (creditsAtStake.platform ?? 0), 0);
  const set = changesOf(observed).length;
  const stopped = enforced.filter(({ binding }) => binding?.headroomCredits === 0).length;
  const budget = `a default budget of ${grouped(target.defaultBudgetCredits)} credits a month`;
  return {
    facts: [
      `${grouped(decisions.length)} users can be capped`,
      uncappable.length === 0
        ? 'everybody has an email of their own, by which a limit is set'
        : `${grouped(uncappable.length)} cannot (${reasonsOf(uncappable)}): ${grouped(atStake)} credits of this window are theirs`,
      `${budget} in observe mode would set ${limits(set)}`,
      `the same budget enforced would set ${limits(enforced.length)}, and stop ${grouped(stopped)} of these users at once`,
      ...outcome.problems.slice(0, problemsMax),
    ],
    figures: {
      users: decisions.length,
      uncappable: uncappable.length,
      creditsAtStake: atStake,
      dataThrough: outcome.dataThrough ?? null,
      defaultBudgetCredits: target.defaultBudgetCredits,
      limitsSetObserving: set,
      limitsSetEnforcing: enforced.length,
      stoppedEnforcing: stopped,
    },
  };
}

function limits(count: number): string {
  return count === 0 ? 'no limit' : count === 1 ? '1 limit' : `${grouped(count)} limits`;
}

const reasonTexts: Readonly<Record<Uncappable['reason'], string>> = {
  'no-email': 'without an email',
  'email-shared': 'sharing one',
  'not-on-roster': 'not on the roster',
};

function reasonsOf(uncappable: readonly Uncappable[]): string {
  return [...Map.groupBy(uncappable, ({ reason }) => reason)]
    .map(([reason, users]) => `${grouped(users.length)} ${reasonTexts[reason]}`)
    .join(', ');
}
