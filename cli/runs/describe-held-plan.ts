import type { HeldPlanDocument } from '../../shared/enforcement/contract.ts';
import type { PlanStatus } from '../../shared/enforcement/held-plan.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { leftText } from '../../shared/kernel/texts/amount-state.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsText } from '../../shared/kernel/texts/credits.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

/** Plans that were held, of one status where one is asked for, as a table. */
export function describeHeldPlans(
  { rows: plans, more }: OperationDocument<'listPlans'>,
  status: PlanStatus | undefined,
  style: Style,
): string {
  if (plans.length === 0) {
    return `No plan ${status === undefined ? 'was held in the last month' : `is ${status}`}.`;
  }
  const columns = [
    { title: 'Plan' },
    { title: 'Status' },
    { title: 'Since' },
    { title: 'Changes', align: 'right' },
    { title: 'Stops', align: 'right' },
    { title: 'Frees', align: 'right' },
    { title: 'Decided' },
  ] as const;
  const rows = plans.map(({ plan, status, since, changes, total, decision, replacedBy }) => [
    plan,
    status,
    minuteText(since),
    grouped(changes),
    total === null ? '' : grouped(total.stopped),
    total === null ? '' : grouped(total.freed),
    decision === null ? replacedText(replacedBy) : `${decision.kind} by ${decision.by}`,
  ]);
  return [
    renderTable(columns, rows, style),
    ...(more > 0 ? [`and ${more} more; --limit shows more`] : []),
    'See one with "npx curfew plans show PLAN".',
  ].join('\n');
}

function replacedText(replacedBy: string | null): string {
  return replacedBy === null ? '' : replacedBy === 'none' ? 'nothing waits any more' : `replaced by ${replacedBy}`;
}

const namesMax = 50;

/** One plan that was held, for people: why, what it would do, and what can be done now. */
export function describeHeldPlan(plan: HeldPlanDocument, style: Style): string {
  const { total } = plan;
  const sums =
    total === null
      ? `It changes ${grouped(plan.changes)} limits.`
      : `It changes ${grouped(plan.changes)} limits of ${grouped(total.users)} users: ${grouped(total.lowered)} lowered, ${grouped(total.raised)} raised; ${grouped(total.stopped)} newly stopped, ${grouped(total.freed)} no longer.`;
  return [
    `Plan ${plan.plan}: ${statusText(plan)}`,
    plan.reason,
    sums,
    ...teamsText(plan, style),
    ...stoppedText(plan),
    ...freedText(plan),
    ...largestText(plan, style),
    ...poolsText(plan, style),
    ...plan.released.map(({ emails, by, at }) => `Released by ${by} on ${minuteText(at)}: ${emails.join(', ')}`),
    ...plan.warnings.map(({ text }) => `! ${text}`),
    ...movedText(plan),
    ...choices(plan),
  ].join('\n');
}

function statusText({ status, since, until, decision, replacedBy }: HeldPlanDocument): string {
  switch (status) {
    case 'held':
      return `held since ${minuteText(since)}; it can be approved until ${minuteText(until)}`;
    case 'approved':
    case 'rejected':
      return `${status} by ${decision?.by ?? ''} at ${decision?.at ?? ''}`;
    case 'replaced':
      return replacedBy === 'none'
        ? 'held earlier; nothing waits any more'
        : `replaced by plan ${replacedBy ?? ''}: see "npx curfew plans show ${replacedBy ?? ''}"`;
    case 'expired':
      return `held since ${minuteText(since)}; it could be approved until ${minuteText(until)}`;
  }
}

function teamsText({ teams, teamsCount }: HeldPlanDocument, style: Style): readonly string[] {
  if (teams.length === 0 || (teams.length === 1 && teams[0]?.team === null)) {
    return [];
  }
  const columns = [
    { title: 'Team' },
    ...['Users', 'Limits before', 'After', 'Lowered', 'Raised', 'Newly stopped'].map((title) => ({
      title,
      align: 'right' as const,
    })),
  ];
  const rows = teams.map(({ team, users, before, after, lowered, raised, stopped }) => [
    team ?? '(no team)',
    ...[users, before, after, lowered, raised, stopped].map(grouped),
  ]);
  const rest = teamsCount - teams.length;
  return ['', renderTable(columns, rows, style), ...(rest > 0 ? [`and ${grouped(rest)} teams more`] : [])];
}

function stoppedText({ stopped, total }: HeldPlanDocument): readonly string[] {
  if (stopped.length === 0) {
    return [];
  }
  const named = stopped.slice(0, namesMax);
  const rest = (total?.stopped ?? stopped.length) - named.length;
  return ['', `Newly stopped: ${named.join(', ')}${rest > 0 ? `, and ${grouped(rest)} more` : ''}`];
}

function freedText({ freed, total }: HeldPlanDocument): readonly string[] {
  const named = freed.slice(0, namesMax);
  const rest = (total?.freed ?? freed.length) - named.length;
  return named.length === 0
    ? []
    : ['', `No longer stopped: ${named.join(', ')}${rest > 0 ? `, and ${grouped(rest)} more` : ''}`];
}

function largestText({ largest }: HeldPlanDocument, style: Style): readonly string[] {
  if (largest.length === 0) {
    return [];
  }
  const columns = [
    { title: 'Largest changes' },
    { title: 'From', align: 'right' },
    { title: 'To', align: 'right' },
    { title: 'Reason' },
  ] as const;
  const rows = largest.map(({ email, from, to, reason }) => [
    email,
    from === null ? 'none' : creditsText(from),
    creditsText(to),
    reason.replaceAll('-', ' '),
  ]);
  return ['', renderTable(columns, rows, style)];
}

function poolsText({ pools }: HeldPlanDocument, style: Style): readonly string[] {
  if (pools.length === 0) {
    return [];
  }
  const columns = [
    { title: 'Pool' },
    ...['Amount', 'Used', 'Left', 'Worst case', 'Runway'].map((title) => ({ title, align: 'right' as const })),
    { title: 'Guarantee' },
  ];
  const rows = pools.map(({ scope, window, amount, used, allowed, worstCase, runwayDays, verdict }) => [
    `${scope} ${window}`,
    grouped(amount),
    grouped(used),
    leftText({ amount, used, allowed }, grouped),
    worstCase === null ? 'no bound' : creditsText(worstCase),
    runwayDays === null ? '' : `${grouped(runwayDays)} days`,
    verdict?.words ?? 'not guaranteed',
  ]);
  const lines = pools.flatMap(({ scope, window, verdict }) =>
    verdict === null || verdict.kind === 'kept' ? [] : [`- ${scope} ${window}: ${verdict.detail}`],
  );
  return ['', renderTable(columns, rows, style), ...lines];
}

function movedText({ moved, plan }: HeldPlanDocument): readonly string[] {
  if (moved === null) {
    return [];
  }
  const edits = moved.edits.map(
    ({ at, kind, by, subject }) => `  ${at} ${kind.replaceAll('-', ' ')}: ${subject}, by ${by}`,
  );
  return [
    '',
    moved.isSame
      ? 'Nothing it was made from has moved since: approving does exactly this.'
      : `What it was made from has moved since; the present plan is ${moved.now}, and the next run keeps it. Approving ${plan} is refused.`,
    ...(edits.length === 0 ? [] : ['Edits since:', ...edits]),
  ];
}

function choices({ status, plan }: HeldPlanDocument): readonly string[] {
  return status === 'held'
    ? [
        '',
        `npx curfew approve ${plan}`,
        `npx curfew approve ${plan} --only EMAIL    these rows now, the rest waits`,
        `npx curfew reject ${plan}`,
      ]
    : [];
}
