import { addDays } from '../../../../shared/domain/time/day.ts';
import type { Account, Change, Facts, Sent } from '../../../../shared/promise/facts.ts';
import { permit, type Permitted } from '../../../../shared/promise/permit.ts';
import { surveyOf, type Survey } from '../../../../shared/promise/potential.ts';
import { guard, type Guard } from './curfew.ts';

/** The guard without one of its clauses. */
interface Removal {
  readonly clause: string;
  readonly by: Guard;
}

function seeing(change: (facts: Facts) => Facts): Guard {
  return { ...guard, surveyOf: (facts) => surveyOf(change(facts)) };
}

function seeingSent(change: (sent: Sent) => Sent): Guard {
  return seeing((facts) => ({
    ...facts,
    sent: new Map([...facts.sent].map(([address, all]) => [address, all.map(change)])),
  }));
}

function seeingAccounts(change: (account: Account) => Account): Guard {
  return seeing((facts) => ({ ...facts, accounts: facts.accounts.map(change) }));
}

/** Each change is judged as if it were the only one. */
function eachAlone<C extends Change>(survey: Survey, changes: readonly C[]): readonly Permitted<C>[] {
  return changes.flatMap((change) => permit(survey, [change]));
}

export const removals: readonly Removal[] = [
  {
    clause: 'a limit whose answer was lost may be in force',
    by: seeingSent((sent) => (sent.outcome === 'unknown' ? { ...sent, outcome: 'refused' } : sent)),
  },
  {
    clause: 'what was before a lost answer may still be in force',
    by: seeingSent((sent) => (sent.outcome === 'unknown' ? { ...sent, outcome: 'confirmed' } : sent)),
  },
  {
    clause: 'what was replaced counts until the figures have caught up',
    by: {
      ...guard,
      surveyOf: (facts) => {
        const survey = surveyOf(facts);
        const limitsOf = [...survey.limitsOf].map(
          ([account, limits]) => [account, limits.filter(({ untilMs }) => untilMs === Infinity)] as const,
        );
        return surveyOf({ ...facts, accounts: facts.accounts.map((account) => lastOnly(account, new Map(limitsOf))) });
      },
    },
  },
  {
    clause: 'a replaced limit counts for the delay of enforcement',
    by: seeing((facts) => ({ ...facts, restsOn: { ...facts.restsOn, delayMs: 0 } })),
  },
  {
    clause: 'a turn that runs takes some credits past its limit',
    by: seeing((facts) => ({ ...facts, restsOn: { ...facts.restsOn, inFlightCredits: 0 } })),
  },
  {
    clause: 'the platform counts anew at its turn',
    by: seeing((facts) => ({ ...facts, restsOn: { ...facts.restsOn, anchorDay: 28 } })),
  },
  {
    clause: 'figures may be restated until they have settled',
    by: seeing((facts) => ({ ...facts, use: { ...facts.use, through: addDays(facts.use.through, 1) } })),
  },
  {
    clause: 'reported use counts',
    by: seeingAccounts(({ used: _used, ...account }) => account),
  },
  {
    clause: 'an account that left counts',
    by: seeing((facts) => ({
      ...facts,
      accounts: facts.accounts.filter(({ sendTo }) => sendTo !== undefined),
    })),
  },
  {
    clause: 'a limit follows its account to another address',
    by: seeingAccounts((account) => ({
      ...account,
      held: account.held.slice(-1).map((held) => ({ ...held, fromMs: -Infinity, sureFromMs: -Infinity })),
    })),
  },
  {
    clause: 'only a PUT to an address that the account surely had ends a limit',
    by: seeingAccounts((account) => ({
      ...account,
      held: account.held.map((held) => ({ ...held, sureFromMs: held.fromMs, sureUntilMs: held.untilMs })),
    })),
  },
  {
    clause: 'an account without a limit is unbounded',
    by: {
      ...guard,
      surveyOf: (facts) => {
        const survey = surveyOf(facts);
        return { ...survey, potentials: survey.potentials.map((each) => ({ ...each, unbounded: [] })) };
      },
    },
  },
  {
    clause: 'use belongs to the team of its day',
    by: seeingAccounts((account) => ({ ...account, teams: account.teams.slice(-1) })),
  },
  {
    clause: 'a window is judged by the terms of its own days',
    by: seeing((facts) => ({
      ...facts,
      pools: facts.pools.map(({ from: _from, to: _to, ...pool }) => ({
        ...pool,
        topUps: pool.topUps.map((topUp) => ({ ...topUp, to: '9999-12-31' })),
      })),
    })),
  },
  {
    clause: 'the clocks may differ',
    by: seeing((facts) => ({ ...facts, moment: { ...facts.moment, earlierMs: 0, laterMs: 0 } })),
  },
  { clause: 'after every prefix all that was sent before counts', by: { ...guard, permit: eachAlone } },
  {
    clause: 'windows that open before the horizon count',
    by: {
      ...guard,
      surveyOf: (facts) => {
        const survey = surveyOf(facts);
        const now = new Date(facts.moment.nowMs).toISOString().slice(0, 10);
        return { ...survey, potentials: survey.potentials.filter(({ window }) => window.from <= now) };
      },
    },
  },
];

function lastOnly(account: Account, _limits: unknown): Account {
  return account;
}
