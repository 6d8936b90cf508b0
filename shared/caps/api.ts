import { readTraceSpan, type TracePerson } from '../backtest/use-cases.ts';
import { isInherited, parseScope } from '../budgets/scope.ts';
import { neededBy } from '../explanation/explanation.ts';
import { findPerson } from '../explanation/find-person.ts';
import { explainUser } from '../explanation/use-cases/explain-user.ts';
import { explanationDocument } from '../explanation/use-cases/explanation-document.ts';
import { readSnapshot } from '../explanation/use-cases/snapshots/read-snapshot.ts';
import type { Operations } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { noCapOf, unknownEmail, unknownTeam } from '../kernel/api/refusals.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { usageRange } from '../kernel/api/usage-range.ts';
import { visibleExplanation, visibleTo, type Visible } from '../kernel/records/api/visible-to.ts';
import { neededDocument } from '../kernel/texts/amounts.ts';
import { isMentioned } from '../kernel/texts/compare-text.ts';
import { pricesIn } from '../kernel/texts/money.ts';
import { dayOf, daysBetween } from '../kernel/time/day.ts';
import { windowAt } from '../kernel/time/window.ts';
import { showPersonUse, showUsage } from '../ledger/use-cases.ts';
import { liveOf } from '../live/use-cases/live-documents.ts';
import { findUnheard } from '../notifications/use-cases/find-unheard.ts';
import { capsContract } from './contract/caps-contract.ts';
import { listCaps } from './use-cases.ts';

const operations: Operations<typeof capsContract> = {
  async listCaps(work, { at, email, team, status, search, order: wanted }) {
    const order = snapshotOrder(work, at);
    const visible = await visibleTo(work);
    if (email !== undefined && work.onlyTeams !== undefined && !visible.email(email)) {
      throw unknownEmail(email, []);
    }
    const outcome = await listCaps(snapshotPorts(work), {
      ...order,
      email,
      team,
      status,
    });
    if (outcome.kind === 'no-team' || (team !== undefined && !visible.team(team))) {
      throw unknownTeam(team ?? '', outcome.kind === 'no-team' ? outcome.known.filter(visible.team) : []);
    }
    if (outcome.kind === 'not-found') {
      throw noCapOf(email ?? '', outcome.found);
    }
    const isPartial = work.onlyTeams !== undefined;
    const rows = outcome.document.filter(
      (cap) => visible.email(cap.email) && (search === undefined || isMentioned(search, [cap.email])),
    );
    return {
      document: {
        rows: wanted === 'most-left' ? rows.toSorted((a, b) => (b.headroom ?? 0) - (a.headroom ?? 0)) : rows,
        next: null,
        dataThrough: outcome.dataThrough ?? null,
        platformWindow: windowAt('platform', dayOf(order.atMs), { anchorDay: order.settings.platformWindowAnchorDay }),
        uncappable: isPartial ? 0 : outcome.uncappable.length,
        unlimited: order.settings.unlimitedCredits,
        isPartial,
      },
    };
  },

  async explainUser(work, { email, at }) {
    const order = snapshotOrder(work, at);
    const { installation } = work;
    const { admins, unlimitedCredits } = installation.readSettings();
    const isPartial = work.onlyTeams !== undefined;
    const visible = await visibleTo(work);
    if (isPartial && !visible.email(email)) {
      throw unknownEmail(email, []);
    }
    const unheard = isPartial
      ? undefined
      : await findUnheard(installation, order.settings, new Date(order.atMs).toISOString());
    const outcome = await explainUser(
      { ...snapshotPorts(work), journal: installation.journal, plans: installation.plans },
      { ...order, email },
    );
    if (outcome.kind === 'nobody') {
      throw unknownEmail(email, isPartial ? [] : outcome.near);
    }
    const explanation = isPartial ? visibleExplanation(outcome.explanation, visible) : outcome.explanation;
    const document = explanationDocument(explanation, admins);
    // What is seen between the nights is shown of the organization as a whole.
    const { report } = isPartial ? {} : await installation.live.readState();
    const live = report === undefined ? undefined : liveOf(report, document.layers);
    return { document: { ...document, live, unlimited: unlimitedCredits, isPartial, unheard: unheard ?? null } };
  },

  async listNeeded(work, { body }) {
    const snapshot = await readSnapshot(snapshotPorts(work), snapshotOrder(work));
    const rows = body.emails.map((email) => {
      const found = findPerson(email, snapshot);
      if (found.kind === 'nobody') {
        throw unknownEmail(email, found.near);
      }
      return { email, needed: neededDocument(neededBy(found, snapshot)) };
    });
    return { document: { rows } };
  },

  async showPersonUse(work, { email, at }) {
    const visible = await visibleTo(work);
    if (work.onlyTeams !== undefined && !visible.email(email)) {
      throw unknownEmail(email, []);
    }
    const ports = { ...snapshotPorts(work), journal: work.installation.journal };
    const outcome = await showPersonUse(ports, { ...snapshotOrder(work, at), email });
    if (outcome.kind === 'nobody') {
      throw unknownEmail(email, work.onlyTeams === undefined ? outcome.near : []);
    }
    const document =
      work.onlyTeams === undefined
        ? outcome.document
        : {
            ...outcome.document,
            limits: outcome.document.limits.map((limit) => ({ ...limit, ...ownBudget(limit, visible) })),
          };
    return { document };
  },

  async showUsage(work, { email, by, at, ...days }) {
    if (email !== undefined && by !== undefined && by !== 'day') {
      throw new Problem('invalid-input', `One user is told by day; --by ${by} is for everyone: leave the email out`);
    }
    const { installation, nowMs } = work;
    const { platformWindowAnchorDay, money } = installation.readSettings();
    const range = usageRange(days, dayOf(at ?? nowMs), platformWindowAnchorDay);
    const order = { range, email, by, prices: pricesIn(money.prices) };
    const outcome = await showUsage(installation, order);
    if (outcome.kind === 'nobody') {
      throw unknownEmail(email ?? '', outcome.near);
    }
    return { document: outcome.document };
  },

  async showTrace({ installation }, { from, through, people }) {
    if (through < from || daysBetween(from, through) >= traceDaysMax) {
      throw new Problem(
        'invalid-input',
        `${from} to ${through} is not 1 to ${traceDaysMax} days; ask for fewer at a time`,
      );
    }
    const span = await readTraceSpan(installation, { from, through });
    const known = people === undefined ? [] : span.people;
    return { document: { ...span, people: known.map((person) => withMetadata(person)) } };
  },
};

/** Which budget of others decided is nothing for the owner of a team. */
function ownBudget({ budget }: { readonly budget: string | null }, visible: Visible) {
  // The name of a team may hold blanks; a window has none.
  const scope = budget?.slice(0, budget.lastIndexOf(' ')) ?? '';
  const parsed = parseScope(scope);
  return { budget: (parsed !== undefined && isInherited(parsed)) || visible.scope(scope) ? budget : null };
}

/** Days of one call: a function answers no more than some MB. */
const traceDaysMax = 7;

function withMetadata({ metadata, ...person }: TracePerson) {
  return { ...person, metadata: metadata === undefined ? undefined : { ...metadata } };
}

/** What is known of limits and use. */
export const caps = { contract: capsContract, operations };
