import { budgetKind } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import { exemptionKind, type Grant } from '../../grants/exemption.ts';
import { grantTerms } from '../../grants/grant.ts';
import { topUpKind } from '../../grants/top-up.ts';
import { termsIn, type RecordChange } from '../../kernel/records/diff-records.ts';
import type { RecordKind } from '../../kernel/records/record-kind.ts';
import { poolDocument } from '../../pools/use-cases/pool-document.ts';
import { emailKey } from '../../roster/email.ts';
import { teamKind } from '../../teams/team.ts';
import type { LimitEffect } from '../limit-effects.ts';
import { namedEmails, type ProposedEdits } from '../proposed-edits.ts';
import type { ShownImpact } from './show-impact.ts';

export function impactDocument(impact: ShownImpact) {
  const { at, countsOn, dataThrough, inputsHash, stopped, freed, pools, warnings, past, harms, held } = impact;
  return {
    at,
    countsOn,
    dataThrough: dataThrough ?? null,
    inputs: inputsHash,
    edits: editDocuments(impact.edits),
    changes: changeDocuments(impact),
    movedAnyway: impact.movedAnyway,
    stopped: stopped.map(({ email }) => email),
    freed: freed.map(({ email }) => email),
    pools: pools.map(({ amountBeforeCredits, ...outlook }) => ({
      ...poolDocument(outlook, (userId) => impact.emails.get(userId) ?? userId),
      amountBefore: amountBeforeCredits ?? null,
    })),
    warnings: warnings.map(({ kind, scope, text }) => ({ kind, scope: scope ?? null, text })),
    wouldHaveStopped: past.stops,
    replayed: past.range === undefined ? null : { ...past.range, method: past.method },
    asksBecause: harms,
    held: held ?? null,
    stoppedBeside: impact.stoppedBeside.size,
  };
}

/** Those whom the edits stop, each with what stops them: `team:web / month`, or the ceiling. */
export function stoppedByDocument({ stopped }: ShownImpact) {
  return stopped.map(({ email, cause }) => ({
    email,
    cause: cause.kind === 'ceiling' ? 'the ceiling' : `${formatScope(cause.scope)} / ${cause.window}`,
  }));
}

/** Those whom the edits are about come first: stopped, then freed or named, then the others, each by harm. */
function changeDocuments({ effects, edits, freed }: ShownImpact) {
  const concerned = new Set([...namedEmails(edits), ...freed.map(({ email }) => emailKey(email))]);
  const changes = effects.map((effect) =>
    changeDocument(effect, effect.isStopped || concerned.has(emailKey(effect.email))),
  );
  const place = ({ stopped, named }: (typeof changes)[number]): number => (stopped ? 0 : named ? 1 : 2);
  return changes.toSorted((a, b) => place(a) - place(b));
}

function changeDocument(
  { email, fromCredits, withoutCredits, toCredits, binding, isStopped }: LimitEffect,
  named: boolean,
) {
  return {
    email,
    from: fromCredits ?? null,
    without: withoutCredits ?? null,
    to: toCredits ?? null,
    binding: binding === undefined ? null : { scope: formatScope(binding.scope), window: binding.window },
    stopped: isStopped,
    named,
  };
}

export function editDocuments({ budgets, teams, grants }: ProposedEdits) {
  return [
    ...teams.map((change) => recordEdit('team', teamKind, change)),
    ...budgets.map((change) => recordEdit('budget', budgetKind, change)),
    ...grants.map(grantEdit),
  ];
}

function recordEdit<Name extends string, Key, Terms extends Key>(
  record: Name,
  kind: RecordKind<Key, Terms>,
  change: RecordChange<Terms>,
) {
  return {
    record,
    change: change.kind,
    before: change.kind === 'add' ? null : kind.plain(termsIn(change.before)),
    after: change.kind === 'remove' ? null : kind.plain(change.after),
  };
}

function grantEdit(grant: Grant) {
  const terms = grant.kind === 'top-up' ? topUpKind.plain(grantTerms(grant)) : exemptionKind.plain(grantTerms(grant));
  return grant.endedAt === undefined
    ? { record: grant.kind, change: 'add' as const, before: null, after: terms }
    : { record: grant.kind, change: 'end' as const, before: terms, after: null };
}
