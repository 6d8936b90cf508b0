import type { runRecordDocument } from '../../kernel/runs/use-cases/run-documents.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { shellWord } from '../../kernel/texts/shell-word.ts';
import { asksForSomething } from '../../notifications/alert-order.ts';
import { isGrave } from '../../notifications/severity.ts';
import type { AlertRowDocument } from '../../notifications/use-cases/alert-document.ts';
import { firstBudgetCommand } from '../../suggestion/first-budget.ts';

interface Concerns {
  readonly lastRuns: readonly ReturnType<typeof runRecordDocument>[];
  readonly held: readonly { readonly plan: string | null; readonly reason: string }[];
  readonly late: readonly { readonly job: string; readonly detail: string }[];
  /** In their order. */
  readonly alertRows: readonly Pick<AlertRowDocument, 'severity' | 'group' | 'headline' | 'count'>[];
  readonly undelivered: readonly { readonly what: string; readonly to: string | null }[];
  readonly budgets: number;
  /** Whether first budgets can be suggested from past use. */
  readonly isSuggestable: boolean;
  readonly pools: readonly { readonly scope: string; readonly window: string; readonly promised: string }[];
}

interface NextStep {
  readonly what: string;
  readonly command: string;
  /** The topic, for users who do not use the command. */
  readonly about: NextStepTopic;
}

/** Where the action is done; `id` when there are several. */
interface NextStepTopic {
  readonly kind: 'run' | 'plan' | 'job' | 'alerts' | 'budgets' | 'pool' | 'mail';
  readonly id: string | null;
}

/**
 * The most urgent action; undefined when all is well. Stopped people and forecasts are normal operation: alone they
 * need no action, and beside other alerts people come first.
 */
export function nextStep(concerns: Concerns): NextStep | undefined {
  return (
    fromRuns(concerns) ??
    fromHolds(concerns) ??
    fromLate(concerns) ??
    fromAlerts(concerns) ??
    fromBudgets(concerns) ??
    fromPools(concerns) ??
    fromMail(concerns)
  );
}

function fromRuns({ lastRuns }: Concerns): NextStep | undefined {
  if (lastRuns.length === 0) {
    return { what: 'Nothing has run yet', command: 'npx curfew run enforce', about: { kind: 'job', id: 'enforce' } };
  }
  const failed =
    lastRuns.find(({ status }) => status === 'failed') ?? lastRuns.find(({ status }) => status === 'partial');
  if (failed === undefined) {
    return undefined;
  }
  const why = failed.problems[0] ?? 'its record says no more';
  return {
    what: `The last run of ${failed.job} ended ${failed.status}: ${why}`,
    command: `npx curfew runs show ${failed.run}`,
    about: { kind: 'run', id: failed.run },
  };
}

function fromHolds({ held: [held] }: Concerns): NextStep | undefined {
  if (held === undefined) {
    return undefined;
  }
  return held.plan === null
    ? {
        what: `Limits do not change: ${held.reason}`,
        command: 'npx curfew alerts list',
        about: { kind: 'alerts', id: null },
      }
    : {
        what: `A plan waits for a decision: ${held.reason}`,
        command: `npx curfew approve ${held.plan}`,
        about: { kind: 'plan', id: held.plan },
      };
}

function fromLate({ late: [late] }: Concerns): NextStep | undefined {
  return late && { what: late.detail, command: `npx curfew run ${late.job}`, about: { kind: 'job', id: late.job } };
}

function fromAlerts({ alertRows }: Concerns): NextStep | undefined {
  const grave = alertRows.filter(({ severity }) => isGrave(severity));
  const [worst] = grave;
  if (worst === undefined || grave.every(({ group }) => group === 'stopped')) {
    return undefined;
  }
  const asking = alertRows.reduce((sum, row) => sum + (asksForSomething(row) ? row.count : 0), 0) - worst.count;
  const more = asking === 0 ? '' : ` (${counted(asking, 'more alert')} ${asking === 1 ? 'needs' : 'need'} action)`;
  return { what: `${worst.headline}${more}`, command: 'npx curfew alerts list', about: { kind: 'alerts', id: null } };
}

function fromBudgets({ budgets, isSuggestable }: Concerns): NextStep | undefined {
  if (budgets > 0) {
    return undefined;
  }
  return isSuggestable
    ? {
        what: 'There is no budget yet, so no limit is set; start with budgets from past use',
        command: 'npx curfew suggest',
        about: { kind: 'budgets', id: null },
      }
    : {
        what: 'There is no budget yet, so no limit is set, and too little past use to suggest one; start with a default for each person',
        command: firstBudgetCommand,
        about: { kind: 'budgets', id: 'default' },
      };
}

function fromPools({ pools }: Concerns): NextStep | undefined {
  const broken = pools.find(({ promised }) => promised === 'broken');
  return (
    broken && {
      what: `The ${broken.window} budget of ${broken.scope} is used up and passed`,
      command: `npx curfew pools ${shellWord(broken.scope)}`,
      about: { kind: 'pool', id: broken.scope },
    }
  );
}

function fromMail({ undelivered: all }: Concerns): NextStep | undefined {
  // A mail whose outcome a later mail reported needs no action.
  const undelivered = all.filter(({ what }) => what !== 'reported');
  const [first] = undelivered;
  if (first === undefined) {
    return undefined;
  }
  return first.to === null
    ? {
        what:
          first.what === 'unknown'
            ? `No one knows whether ${counted(undelivered.filter(({ what }) => what === 'unknown').length, 'mail')} arrived`
            : `${counted(undelivered.length, 'mail')} not sent yet`,
        command: 'npx curfew status --json',
        about: { kind: 'mail', id: null },
      }
    : {
        what: `Mail does not reach ${first.to}`,
        command: 'npx curfew alerts unreachable list',
        about: { kind: 'mail', id: first.to },
      };
}
