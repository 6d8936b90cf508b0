import { renderTable } from '../../shared/terminal/table.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { exemptionStanding, type Exemption } from '../../shared/domain/budgets/exemption.ts';
import type { GrantStanding } from '../../shared/domain/budgets/grant.ts';
import { formatScope } from '../../shared/domain/budgets/scope.ts';
import { topUpStanding, type TopUp } from '../../shared/domain/budgets/top-up.ts';
import type { Day } from '../../shared/domain/time/day.ts';

/** A top-up as the JSON documents show it, with where it stands on a day. */
export function topUpDocument(topUp: TopUp, today: Day) {
  const { id, scope, credits, from, to, reason, createdBy, createdAt, endedAt = null } = topUp;
  const email = scope.kind === 'user' ? scope.email : null;
  const status = topUpStanding(topUp, today);
  return { id, scope: formatScope(scope), email, credits, from, to, status, reason, createdBy, createdAt, endedAt };
}

/** An exemption as the JSON documents show it, with where it stands on a day. */
export function exemptionDocument(exemption: Exemption, today: Day) {
  const { id, email, until, reason, createdBy, createdAt, endedAt = null } = exemption;
  return { id, email, until, status: exemptionStanding(exemption, today), reason, createdBy, createdAt, endedAt };
}

export function topUpTable(topUps: readonly TopUp[], today: Day, style: Style): string {
  const columns = [
    { title: 'Id' },
    { title: 'For' },
    { title: 'Credits', align: 'right' },
    { title: 'From' },
    { title: 'To' },
    { title: 'Status' },
    { title: 'By' },
    { title: 'Reason' },
  ] as const;
  const rows = topUps.map((topUp) => {
    const { id, scope, credits, from, to, createdBy, reason } = topUp;
    const status = standingText(topUpStanding(topUp, today));
    return [id, formatScope(scope), grouped(credits), from, to, status, createdBy, reason];
  });
  return renderTable(columns, rows, style);
}

export function exemptionTable(exemptions: readonly Exemption[], today: Day, style: Style): string {
  const columns = [{ title: 'Email' }, { title: 'Until' }, { title: 'Status' }, { title: 'By' }, { title: 'Reason' }];
  const rows = exemptions.map((exemption) => {
    const { email, until, createdBy, reason } = exemption;
    return [email, until, standingText(exemptionStanding(exemption, today)), createdBy, reason];
  });
  return renderTable(columns, rows, style);
}

/** Tells whether a list shows a grant that nobody asked to see all of. */
export function isCurrent(standing: GrantStanding): boolean {
  return standing === 'in-force' || standing === 'upcoming';
}

function standingText(standing: GrantStanding): string {
  return standing.replaceAll('-', ' ');
}
