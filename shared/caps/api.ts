import { readTraceSpan, type TracePerson } from '../backtest/use-cases.ts';
import { explainUser } from '../explanation/use-cases/explain-user.ts';
import { explanationDocument } from '../explanation/use-cases/explanation-document.ts';
import type { Operations } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { noCapOf, unknownEmail, unknownTeam } from '../kernel/api/refusals.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { usageRange } from '../kernel/api/usage-range.ts';
import { visibleExplanation, visibleTo, type Visible } from '../kernel/records/api/visible-to.ts';
import { nightlyMinute } from '../kernel/runs/next-run.ts';
import { grouped } from '../kernel/texts/amounts.ts';
import { isMentioned } from '../kernel/texts/compare-text.ts';
import { dayOf, daysBetween } from '../kernel/time/day.ts';
import { showPersonUse, showUsage } from '../ledger/use-cases.ts';
import { liveOf } from '../live/use-cases/live-documents.ts';
import { findUnheard } from '../notifications/use-cases/find-unheard.ts';
import { capTable } from '../terminal/caps/cap-table.ts';
import { describeExplanation } from '../terminal/caps/describe-explanation.ts';
import { describeUsage } from '../terminal/caps/describe-usage.ts';
import { shownRows } from '../terminal/shown-rows.ts';
import { describeLive } from '../terminal/status/describe-live.ts';
import { capsContract } from './contract/caps-contract.ts';
import { listCaps } from './use-cases.ts';

const operations: Operations<typeof capsContract> = {
  async listCaps(work, { at, email, team, status, search }) {
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
    const { dataThrough } = outcome;
    const [caps, document] = [outcome.caps, outcome.document].map((all) =>
      all.filter((cap) => visible.email(cap.email) && (search === undefined || isMentioned(search, [cap.email]))),
    ) as [typeof outcome.caps, typeof outcome.document];
    const isFiltered =
      team !== undefined || status !== undefined || search !== undefined || work.onlyTeams !== undefined;
    const uncappable = work.onlyTeams === undefined ? outcome.uncappable.length : 0;
    return {
      document: { rows: document, next: null, dataThrough: dataThrough ?? null, uncappable },
      text(style) {
        const { rows, footer } = shownRows(caps, { style, what: 'user' });
        return caps.length === 0
          ? isFiltered
            ? 'Nobody is so.'
            : 'There are no users yet; the roster is read by the first run.'
          : [
              capTable(rows, order.settings.unlimitedCredits, style),
              ...footer,
              `Data through ${dataThrough ?? 'no day yet'}; what was used since then is not known.`,
            ].join('\n');
      },
      notes:
        uncappable > 0 && !isFiltered
          ? [`${grouped(uncappable)} more cannot be capped; the last run says why: "runs list".`]
          : [],
    };
  },

  async explainUser(work, { email, at }) {
    const order = snapshotOrder(work, at);
    const { installation } = work;
    const { admins, unlimitedCredits } = installation.readSettings();
    const isOwner = work.onlyTeams !== undefined;
    const visible = await visibleTo(work);
    if (isOwner && !visible.email(email)) {
      throw unknownEmail(email, []);
    }
    const unheard = isOwner
      ? undefined
      : await findUnheard(installation, order.settings, new Date(order.atMs).toISOString());
    const outcome = await explainUser({ ...snapshotPorts(work), journal: installation.journal }, { ...order, email });
    if (outcome.kind === 'nobody') {
      throw unknownEmail(email, isOwner ? [] : outcome.near);
    }
    const explanation = isOwner ? visibleExplanation(outcome.explanation, visible) : outcome.explanation;
    const document = explanationDocument(explanation, admins);
    // What is seen between the nights is shown of the organization as a whole.
    const { report } = isOwner ? {} : await installation.live.readState();
    const live = report === undefined ? undefined : liveOf(report, document.layers);
    const around = { admins, unlimitedCredits, nightlyAt: nightlyAt() };
    return {
      document: { ...document, live },
      text: (style) =>
        [
          describeExplanation(explanation, around, style),
          ...(live === undefined ? [] : ['', ...describeLive(live)]),
        ].join('\n'),
      notes: [
        ...(unheard === undefined ? [] : [unheard]),
        ...(isOwner ? ['Budgets of the whole organization are left out; to see them takes the role viewer.'] : []),
      ],
    };
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
    return {
      document,
      text: () => JSON.stringify(document),
      documentToo: true,
    };
  },

  async showUsage(work, { email, by, at, ...days }) {
    if (email !== undefined && by !== undefined && by !== 'day') {
      throw new Problem('invalid-input', `One user is told by day; --by ${by} is for everybody: leave the email out`);
    }
    const { installation, nowMs } = work;
    const range = usageRange(days, dayOf(at ?? nowMs), installation.readSettings().platformWindowAnchorDay);
    const order = { range, email, by };
    const outcome = await showUsage(installation, order);
    if (outcome.kind === 'nobody') {
      throw unknownEmail(email ?? '', outcome.near);
    }
    return { document: outcome.document, text: (style) => describeUsage({ outcome, range, email }, style) };
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
    return {
      document: { ...span, people: known.map((person) => withMetadata(person)) },
      text: () => `${grouped(span.rows.length)} rows of ${grouped(span.days.length)} days.`,
    };
  },
};

/** Which budget of others decided is nothing for the owner of a team. */
function ownBudget({ budget }: { readonly budget: string | null }, visible: Visible) {
  // The name of a team may hold blanks; a window has none.
  const scope = budget?.slice(0, budget.lastIndexOf(' ')) ?? '';
  return { budget: scope === 'default' || visible.scope(scope) ? budget : null };
}

/** Days of one call: a function answers no more than some MB. */
const traceDaysMax = 7;

function withMetadata({ metadata, ...person }: TracePerson) {
  return { ...person, metadata: metadata === undefined ? undefined : { ...metadata } };
}

/** What is known of limits and use. */
export const caps = { contract: capsContract, operations };

function nightlyAt(): string {
  const [hour, minute] = [Math.floor(nightlyMinute / 60), nightlyMinute % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} UTC`;
}
