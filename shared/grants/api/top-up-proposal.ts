import { spanWords } from '../../budgets/budget-title.ts';
import { formatScope, isInherited } from '../../budgets/scope.ts';
import { windowAt } from '../../budgets/window.ts';
import { noEdits } from '../../impact/proposed-edits.ts';
import { authorOf, type OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import type { OperationDocument } from '../../kernel/contract/contracts.ts';
import type { GivenFields } from '../../kernel/contract/fields/record-parts.ts';
import { staleProblem, type Proposal, type SeenProposal } from '../../kernel/records/api/proposal.ts';
import { topUpDocument } from '../../kernel/records/api/record-documents.ts';
import { termsFrom } from '../../kernel/records/api/record-proposal.ts';
import { getsDocument, waysDocument } from '../../kernel/records/api/top-up-documents.ts';
import { visibleTo, type Visible } from '../../kernel/records/api/visible-to.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import { creditsText } from '../../kernel/texts/credits.ts';
import { dayOf, dayText, isDay, type Day } from '../../kernel/time/day.ts';
import { teamOfEmail } from '../../teams/assign-teams.ts';
import { topUpRecord } from '../contract/grant.ts';
import type { Grant } from '../exemption.ts';
import { type TopUp, type TopUpTerms, describeTopUpReach, type TopUpMoment } from '../top-up.ts';
import {
  addGrant,
  endedGrant,
  endTopUp,
  type GrantPorts,
  previewTopUp,
  proposedGrant,
  type TopUpPreview,
  visiblePreview,
} from '../use-cases.ts';
import { warnIfUnknown, warnIfUnknownTeam } from './grant-warnings.ts';

/** A top-up that is ordered: what it would give, and what whoever orders it may not expect. */
interface OrderedTopUp {
  readonly preview: TopUpPreview;
  readonly warnings: readonly string[];
}

/** Looks what a top-up would give, as of a moment (Unix milliseconds; now unless given). Raises Problem for bad terms. */
export async function orderTopUp(work: OperationWork, said: GivenFields, atMs = work.nowMs): Promise<OrderedTopUp> {
  const { installation } = work;
  const settings = installation.readSettings();
  const now = { today: dayOf(atMs), platformWindow: { anchorDay: settings.platformWindowAnchorDay } };
  const { terms, raisesBinding } = orderIn(said, now);
  const visible = await visibleTo(work);
  raiseWrongDays(terms, now);
  const preview = await previewTopUp(installation, { settings, atMs, terms, raisesBinding });
  raiseRefusedMove(terms, preview);
  return { preview: visiblePreview(preview, visible.scope), warnings: await warningsOf(terms, work, { now, visible }) };
}

/** The terms that were said; `raises: true` stands for the pools that bind. */
function orderIn(
  { raises, ...plain }: GivenFields,
  now: TopUpMoment,
): { readonly terms: TopUpTerms; readonly raisesBinding: boolean } {
  const raisesBinding = raises === true;
  if (raisesBinding && plain['withinPool'] === true) {
    throw new Problem('invalid-input', 'Give --within-pool or --raise-pools, not both: pools get more or they do not');
  }
  const named = raises === undefined || raisesBinding ? {} : { raises };
  return { terms: plainTopUp({ ...plain, ...named }, now), raisesBinding };
}

/** The terms that were said, through the platform's window unless days are given. Raises Problem for bad ones. */
export function plainTopUp(said: GivenFields, now: TopUpMoment): TopUpTerms {
  return termsFrom(topUpRecord, { ...usualDays(said['from'], now), ...said });
}

/** A first day that is none is left for the record to name. */
function usualDays(from: unknown, { today, platformWindow }: TopUpMoment): { readonly from: Day; readonly to: Day } {
  const first = typeof from === 'string' && isDay(from) ? from : today;
  return { from: first, to: windowAt('platform', first, platformWindow).through };
}

/** A move counts what people had left when it was made: from that day, at most to the end of the platform's window. */
function raiseWrongDays({ takenFrom, from, to }: TopUpTerms, { today, platformWindow }: TopUpMoment): void {
  const { through } = windowAt('platform', today, platformWindow);
  if (takenFrom !== undefined && from !== today) {
    raiseField('from', `${from}: a move begins at once; leave it out, or give ${today}`);
  }
  if (takenFrom !== undefined && to > through) {
    raiseField(
      'to',
      `${to}: a move ends with the platform’s window; leave it out, or give ${through} or an earlier day`,
    );
  }
}

function raiseRefusedMove({ scope, credits, takenFrom = '' }: TopUpTerms, { refused }: TopUpPreview): void {
  const receiver = scope.kind === 'user' ? scope.email : scope.name;
  switch (refused?.kind) {
    case undefined:
      return;
    case 'not-capped':
      return raiseField(
        'takenFrom',
        `${takenFrom}: no limit is set for them; give a person of the roster with a limit`,
      );
    case 'kept':
      return raiseField('takenFrom', `${takenFrom}: their limit does not change now; give another person`);
    case 'no-pool':
      return raiseField(
        'takenFrom',
        `${takenFrom}: shares no guaranteed budget with ${receiver}, or is not in all pools of ${receiver}; give a member of the same team`,
      );
    case 'too-much':
      return raiseField('credits', `${creditsText(credits)}: ${takenFrom} ${leftToTake(refused)}`);
  }
}

type TooMuch = Extract<NonNullable<TopUpPreview['refused']>, { readonly kind: 'too-much' }>;

/** Of a person with credits left that no move takes, it says why not. */
function leftToTake({ leftCredits, reserved }: TooMuch): string {
  const kept =
    reserved && `${creditsText(reserved.credits)} more are reserved for them ${describeReserved(reserved.by)}`;
  if (leftCredits > 0) {
    const more = kept === undefined ? '' : ` (${kept})`;
    return `has ${creditsText(leftCredits)} left to take${more}; give at most as many`;
  }
  return reserved === undefined
    ? 'has nothing left to take; give another person'
    : `has nothing left to take: ${creditsText(reserved.credits)} are reserved for them ${describeReserved(reserved.by)}; give another person`;
}

function describeReserved(by: NonNullable<TooMuch['reserved']>['by']): string {
  return by
    .map((each) =>
      each.kind === 'budget'
        ? `by their ${spanWords[each.window]} budget`
        : `by the top-up ${each.id} through ${dayText(each.to)}`,
    )
    .join(' and ');
}

function raiseField(field: keyof TopUpTerms, problem: string): never {
  throw new Problem('invalid-input', problem, { fields: [{ field, problem }] });
}

async function warningsOf(
  terms: TopUpTerms,
  { installation: { users, teams, budgets } }: OperationWork,
  { now, visible }: { readonly now: TopUpMoment; readonly visible: Visible },
): Promise<readonly string[]> {
  const { scope } = terms;
  const unknown =
    scope.kind === 'user'
      ? await warnIfUnknown(users, scope.email, visible)
      : await warnIfUnknownTeam(teams, scope.name, visible);
  const [listed, roster, made] = await Promise.all([budgets.list(), users.list(), teams.list()]);
  const seen = listed.budgets.filter((budget) => isInherited(budget.scope) || visible.scope(formatScope(budget.scope)));
  const team = scope.kind === 'user' ? teamOfEmail(scope.email, roster, made.teams) : scope.name;
  return [...unknown, ...describeTopUpReach({ ...terms, team }, seen, now)];
}

/** Proposes to add a top-up as it was ordered. */
export async function proposeTopUp(
  work: OperationWork,
  said: GivenFields,
  atMs = work.nowMs,
): Promise<Proposal<OperationDocument<'addTopUp'>>> {
  const ordered = await orderTopUp(work, said, atMs);
  const { preview } = ordered;
  const { terms, usableBefore } = preview.ordered;
  const wanted = { kind: 'top-up', ...terms, ...(Object.keys(usableBefore).length > 0 && { usableBefore }) } as const;
  return {
    edits: { ...noEdits, grants: [proposedGrant(wanted, authorOf(work))] },
    isEdit: true,
    version: 'absent',
    shown: { topUp: waysDocument(preview) },
    async make() {
      const id = work.ids.next();
      const ports: GrantPorts = { grants: work.installation.grants, ids: { next: () => id } };
      const topUp = await addGrant(ports, wanted, authorOf(work)).catch(foundOf(work, id));
      const made = repeatedTopUp(topUp, terms);
      const today = dayOf(atMs);
      return {
        document: {
          topUp: topUpDocument(made, today),
          gets: getsDocument(preview.ordered, preview.laterMs),
          warnings: ordered.warnings,
        },
      };
    },
  };
}

/** The top-up that an earlier call made under this key. Raises Problem where it made something else. */
export function repeatedTopUp(grant: Grant, { scope, credits }: TopUpTerms): TopUp {
  if (grant.kind !== 'top-up' || formatScope(grant.scope) !== formatScope(scope) || grant.credits !== credits) {
    throw new Problem('conflict', 'Something else was made under this Idempotency-Key; give a new one');
  }
  return grant;
}

export async function findGrant({ installation }: OperationWork, id: string) {
  const { grants } = await installation.grants.list();
  return grants.find((grant) => grant.id === id);
}

/** The same call came twice at once: one of both has made it. */
export function foundOf(work: OperationWork, id: string) {
  return async (error: unknown): Promise<Grant> => {
    const found = error instanceof StaleRecordError ? await findGrant(work, id) : undefined;
    if (found === undefined) {
      throw error;
    }
    return found;
  };
}

/** Proposes to end a top-up. Raises Problem where there is none. */
export async function proposeTopUpEnd(
  work: OperationWork,
  id: string,
): Promise<SeenProposal<OperationDocument<'endTopUp'>>> {
  const found = await findGrant(work, id);
  if (found?.kind !== 'top-up' || !(await visibleTo(work)).scope(formatScope(found.scope))) {
    throw new Problem('not-found', 'There is no top-up of that id; see "npx curfew topup list --all"');
  }
  const isEdit = found.endedAt === undefined;
  return {
    edits: isEdit ? { ...noEdits, grants: [endedGrant(found, authorOf(work))] } : noEdits,
    isEdit,
    version: String(found.version),
    title: 'the top-up',
    make: async () => madeEnd(work, id),
  };
}

async function madeEnd(work: OperationWork, id: string) {
  const ports = { grants: work.installation.grants, ids: work.ids };
  const outcome = await endTopUp(ports, id, authorOf(work));
  if (outcome.kind === 'stale') {
    throw new Problem('stale', outcome.problem);
  }
  if (outcome.kind === 'not-there' || outcome.grant.kind !== 'top-up') {
    throw staleProblem('the top-up');
  }
  return { document: topUpDocument(outcome.grant, dayOf(work.nowMs)) };
}
