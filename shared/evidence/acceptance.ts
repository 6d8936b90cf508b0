import { isUnder } from '../controls/control-exception.ts';
import type { Link } from './chain.ts';
import { textIn, type EvidencedStep } from './evidenced-step.ts';
import type { RecordedChange } from './recorded-change.ts';

export interface Acceptance {
  readonly kind: 'acknowledged' | 'announced' | 'baseline' | 'exception';
  readonly by: string;
  readonly at: string;
  readonly owner?: string;
  readonly ticket?: string;
  readonly reason?: string;
  readonly until?: string;
  /** For an acknowledgement: whether the acknowledging person made the change; absent in early ones. */
  readonly ownChange?: string;
  readonly link: number;
}

/** One change, and the ISO instant until which it matters: its reversal or the export. */
interface AcceptedChange {
  readonly step: EvidencedStep;
  readonly change: RecordedChange;
  readonly until: string;
}

export function acceptancesIn(links: readonly Link[]): (change: AcceptedChange) => readonly Acceptance[] {
  const acknowledged = Map.groupBy(
    links.filter(({ kind }) => kind === 'acknowledged'),
    ({ body }) => textIn(body['subject']) ?? '',
  );
  const baselines = links.filter(({ kind }) => kind === 'baseline');
  const exceptions = [...exceptionsIn(links)];
  const announced = announcementsIn(links);
  return ({ step, change, until }) => {
    const ofRevision = acknowledged.get(`revision/${step.series}/${step.revision}`) ?? [];
    return [
      ...ofRevision.filter(({ at }) => isAfter(at, step.place?.recordedAt)).map(acknowledgement),
      ...(announced.get(change.announced?.id ?? '') ?? []),
      ...baselines.filter((link) => holds(link, step) && link.at <= until).map(approval),
      ...exceptions.filter((each) => covers(each, { step, change, until })).map(({ acceptance }) => acceptance),
    ].toSorted((a, b) => a.link - b.link);
  };
}

/** An acknowledgement before a rewriting does not cover the new content. */
function isAfter(at: string, recordedAt: string | undefined): boolean {
  return recordedAt === undefined || Date.parse(at) >= Date.parse(recordedAt);
}

function acknowledgement({ seq, at, body }: Link): Acceptance {
  const ownChange = textIn(body['ownChange']);
  return {
    kind: 'acknowledged',
    by: textIn(body['by']) ?? '',
    ...said(body, at),
    ownChange,
    link: seq,
  };
}

function approval({ seq, at, body }: Link): Acceptance {
  const approvedAt = textIn(body['approvedAt']) ?? at;
  return { kind: 'baseline', by: textIn(body['approvedBy']) ?? '', at: approvedAt, link: seq };
}

function said(
  body: Link['body'],
  recordedAt: string,
): { readonly at: string; readonly reason?: string; readonly ticket?: string } {
  const [reason, ticket] = [textIn(body['reason']), textIn(body['ticket'])];
  return {
    at: textIn(body['at']) ?? recordedAt,
    reason,
    ticket,
  };
}

function announcementsIn(links: readonly Link[]): ReadonlyMap<string, readonly Acceptance[]> {
  const found = new Map<string, readonly Acceptance[]>();
  for (const { kind, seq, at, body } of links) {
    const id = textIn(body['announcementId']) ?? '';
    if (kind === 'announced' && !found.has(id)) {
      const { ticket = '' } = said(body, at);
      const [by = '', reason = ''] = [textIn(body['createdBy']), textIn(body['note'])];
      found.set(id, [{ kind, by, at: textIn(body['createdAt']) ?? at, ticket, reason, link: seq }]);
    }
  }
  return found;
}

function holds({ body }: Link, { series, revision }: EvidencedStep): boolean {
  const { source } = body;
  const isRevision = typeof source === 'object' && source !== null && 'revision' in source && series === 1;
  return isRevision && typeof source['revision'] === 'number' && source['revision'] >= revision;
}

interface ExceptionInChain {
  readonly pattern: string;
  readonly from: string;
  readonly acceptance: Acceptance & { readonly until: string };
}

function exceptionsIn(links: readonly Link[]): Iterable<ExceptionInChain> {
  const found = new Map<string, ExceptionInChain>();
  for (const { kind, seq, body } of links) {
    const id = textIn(body['exceptionId']);
    if (kind === 'exception' && id !== undefined) {
      found.set(id, exceptionIn(body, found.get(id)?.acceptance.link ?? seq));
    }
  }
  return found.values();
}

function exceptionIn(body: Link['body'], link: number): ExceptionInChain {
  const text = (name: string): string => textIn(body[name]) ?? '';
  const [expires, endedAt] = [text('expires'), textIn(body['endedAt'])];
  const until = endedAt !== undefined && Date.parse(endedAt) < Date.parse(expires) ? endedAt : expires;
  const { ticket = '', reason = '' } = said(body, '');
  const by = text('createdBy');
  return {
    pattern: text('pattern'),
    from: text('from'),
    acceptance: { kind: 'exception', by, at: text('createdAt'), owner: text('owner'), ticket, reason, until, link },
  };
}

function covers({ pattern, from, acceptance }: ExceptionInChain, { step, change, until }: AcceptedChange): boolean {
  const isMeanwhile = Date.parse(from) < Date.parse(until) && Date.parse(acceptance.until) > Date.parse(step.updatedAt);
  return isMeanwhile && isUnder(pattern, change);
}
