import type * as z from 'zod';

import { neededIn } from '../../shared/kernel/texts/amounts.ts';
import { creditsPhrase, creditsText, sayNeeded } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayAndMonth, minuteText } from '../../shared/kernel/time/day.ts';
import type { RequestDocument, RequestShownDocument } from '../../shared/requests/contract/requests-contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

type Row = z.input<typeof RequestDocument>;

/** Requests as a table. */
export function describeRequests(requests: readonly Row[], style: Style): string {
  const columns = [
    { title: 'Request' },
    { title: 'Who' },
    { title: 'Credits', align: 'right' as const },
    { title: 'Until' },
    { title: 'Status' },
    { title: 'Given', align: 'right' as const },
    { title: 'By' },
    { title: 'Reason' },
  ];
  const rows = requests.map(({ id, email, credits, until, status, given, decidedBy, reason }) => [
    id,
    plainText(email),
    creditsText(credits),
    until,
    status,
    given === null ? '' : creditsText(given),
    plainText(decidedBy ?? ''),
    plainText(reason),
  ]);
  return rows.length === 0 ? 'No request waits for a decision.' : renderTable(columns, rows, style);
}

export function describeDecided(request: Row, style: Style): string {
  const table = describeRequests([request], style);
  return request.effect === null ? table : `${table}\n\n${plainText(request.effect)}`;
}

/** One request, with what it would do. */
export function describeRequest({
  ways,
  team,
  givenThisMonth,
  needed,
  ...request
}: z.input<typeof RequestShownDocument>): string {
  const { id, email, credits, until, reason, status, askedAt, decidedBy, because, given } = request;
  return [
    `${id}: ${email} asks for ${creditsPhrase(credits)} until ${dayAndMonth(until)}; ${status}.`,
    `Reason: ${reason}`,
    `Asked on ${minuteText(askedAt)}. Team: ${team ?? 'none'}. Requests gave them ${creditsPhrase(givenThisMonth)} this month.`,
    ...(decidedBy === null
      ? []
      : [
          `Decided by ${decidedBy}${given === null ? '' : `, ${creditsPhrase(given)} given`}${because === null ? '.' : `: ${because}`}`,
        ]),
    ...(needed === null ? [] : [sayNeeded('They need', neededIn(needed))]),
    ...ways.flatMap(({ label, pools, lines }) => [`${label} (--pools ${pools}):`, ...lines.map((line) => `  ${line}`)]),
  ]
    .map(plainText)
    .join('\n');
}
