import { isUnder } from '../exceptions/control-exception.ts';
import type { Link } from './chain.ts';
import { textIn, type EvidencedStep } from './evidenced-step.ts';
import type { RecordedChange } from './recorded-change.ts';

/** Somebody's word that a change is as it should be, as the chain has it. */
export interface Acceptance {
  readonly kind: 'acknowledged' | 'announced' | 'baseline' | 'exception';
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  /** The responsible person, of an exception. */
  readonly owner?: string;
  readonly ticket?: string;
  readonly reason?: string;
  /** ISO instant from which on it counts no more; absent for one without an end. */
  readonly until?: string;
  /** Of an acknowledgement: whether whoever gave it made the change; absent of earlier ones. */
  readonly ownChange?: string;
  /** The link that says so. */
  readonly link: number;
}

/** One change of a step, and the ISO instant until which it matters: it was reverted, or the export was made. */
interface AcceptedChange {
  readonly step: EvidencedStep;
  readonly change: Pick<RecordedChange, 'announced' | 'field' | 'path'>;
  readonly until: string;
}

/** Finds what accepts a change, whenever that was said, in the order in which it was recorded. */
type FindAcceptances = (change: AcceptedChange) => readonly Acceptance[];

export function acceptancesIn(links: readonly Link[]): FindAcceptances {
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

/** Whoever acknowledged a revision has not seen what it says since it was rewritten. */
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

function said(body: Link['body'], recordedAt: string): Pick<Acceptance, 'at' | 'reason' | 'ticket'> {
  const [reason, ticket] = [textIn(body['reason']), textIn(body['ticket'])];
  return {
    at: textIn(body['at']) ?? recordedAt,
    reason,
    ticket,
  };
}

/** Each announcement by its id: a change that was made under it was authorized before it was made. */
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

/** A baseline that was approved as a revision holds what was changed up to it. */
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

/** Each exception once, as its newest link has it, at the place of its first. */
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

/** It was in force at some moment at which the change was. */
function covers({ pattern, from, acceptance }: ExceptionInChain, { step, change, until }: AcceptedChange): boolean {
  const isMeanwhile = Date.parse(from) < Date.parse(until) && Date.parse(acceptance.until) > Date.parse(step.updatedAt);
  return isMeanwhile && isUnder(pattern, change);
}
