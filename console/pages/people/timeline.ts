import type { OperationDocument } from '../../api/call-api.ts';
import { creditsText } from '../../parts/texts/amounts.ts';
import { reasonWords, type PersonUse } from './person.ts';

/** A change of a person's limit, and its author. */
interface Happening {
  readonly key: string;
  readonly at: string;
  readonly who: string;
  readonly what: string;
}

interface Sources {
  readonly limits?: PersonUse['limits'] | undefined;
  readonly budgets?: OperationDocument<'listBudgetVersions'>['rows'] | undefined;
  readonly topUps?: OperationDocument<'listTopUpVersions'>['rows'] | undefined;
  readonly exemptions?: OperationDocument<'listExemptionVersions'>['rows'] | undefined;
}

/** Limit changes and the edits behind them, newest first. */
export function timelineOf({ limits = [], budgets = [], topUps = [], exemptions = [] }: Sources): readonly Happening[] {
  return [
    ...limits.map(({ at, outcome, from, to, reason, budget }) => ({
      key: `limit ${at} ${to}`,
      at,
      who: 'Curfew',
      what: `Limit ${from === null ? 'none' : creditsText(from)} → ${creditsText(to)} (${reasonWords(reason)}${
        budget === null ? '' : `, by ${budget}`
      })${outcome === 'done' ? '' : `: ${outcome}`}`,
    })),
    ...budgets.map(({ at, by, window, version, before, after }) => ({
      key: `budget ${window} ${version}`,
      at,
      who: by,
      what: `Own ${window} budget ${amountOf(before)} → ${amountOf(after)}`,
    })),
    ...topUps.map(({ id, at, by, version, before, after }) => ({
      key: `top-up ${id} ${version}`,
      at,
      who: by,
      what:
        before === null
          ? `Given ${amountOf(after, 'credits')} credits: ${textOf(after, 'reason')}`
          : `Top-up of ${amountOf(before, 'credits')} credits ended`,
    })),
    ...exemptions.map(({ id, at, by, version, before, after }) => ({
      key: `exemption ${id} ${version}`,
      at,
      who: by,
      what: before === null ? `Exempt until ${textOf(after, 'until')}: ${textOf(after, 'reason')}` : 'Exemption ended',
    })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

type RecordTerms = Readonly<Record<string, unknown>> | null;

function amountOf(terms: RecordTerms, field = 'amount'): string {
  const amount = terms?.[field];
  return typeof amount === 'number' ? creditsText(amount) : textOf(terms, field);
}

function textOf(terms: RecordTerms, field: string): string {
  const value = terms?.[field];
  return typeof value === 'string' ? value : 'none';
}
