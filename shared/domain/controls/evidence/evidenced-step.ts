import { dayOf, type DayRange } from '../../time/day.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Actor } from '../revision.ts';
import { revisionRecord, type Link } from './chain.ts';
import type { RecordedChange } from './recorded-change.ts';

/** One content of a revision: what it changed of the content before it, by whom, when, and its place in the chain. */
export interface EvidencedStep {
  readonly series: number;
  readonly revision: number;
  /** SHA-256 of the content. */
  readonly digest: string;
  /** The content before it: of the revision before, or of this one when it is rewritten. Absent for the first there is. */
  readonly previous?: { readonly series: number; readonly revision: number; readonly digest?: string };
  readonly actor: Actor;
  /** ISO instant, as the platform reports it. */
  readonly updatedAt: string;
  /** ISO instant as of which a run first saw it. */
  readonly seenAt: string | undefined;
  /** The same revision was read before with another content. */
  readonly isRewritten: boolean;
  /** It stood there when watching began: nobody's change. */
  readonly isStart: boolean;
  /** Worst first. */
  readonly changes: readonly RecordedChange[];
  /** `recorded`: what the chain says. `on-export`: the chain has no judgement of it, so it was made for the export. */
  readonly judged: 'recorded' | 'on-export';
  /** Absent when the chain does not have it. */
  readonly place?: ChainPlace;
}

/** The place of a content in the chain. */
interface ChainPlace extends Pick<Link, 'seq' | 'hash'> {
  /** ISO instant at which the link was made. */
  readonly recordedAt: string;
}

/** A content as the chain has it; without changes where it was not judged when it was recorded. */
export type RecordedStep = Omit<EvidencedStep, 'changes' | 'judged'> & {
  readonly changes: readonly RecordedChange[] | undefined;
  readonly place: ChainPlace;
};

/** The contents of revisions in the order in which they were recorded, each with what it was judged to change. */
export function recordedSteps(links: readonly Link[]): readonly RecordedStep[] {
  const parts = new Map<string, RecordedChange[]>();
  const steps: RecordedStep[] = [];
  for (const link of links) {
    const key = contentKey(link.body);
    const changes = changesIn(link.body['changes']);
    if (link.kind === 'judged') {
      parts.set(key, [...(parts.get(key) ?? []), ...(changes ?? [])]);
    } else if (revisionRecord(link) !== undefined) {
      steps.push(stepIn(link, changes && [...changes, ...(parts.get(key) ?? [])]));
    }
  }
  return steps;
}

function contentKey({ series, revision, digest }: JsonObject): string {
  return `${JSON.stringify(series)}/${JSON.stringify(revision)}/${JSON.stringify(digest)}`;
}

function stepIn({ seq, hash, at, body }: Link, changes: readonly RecordedChange[] | undefined): RecordedStep {
  const { series, revision, digest, seenAt, actor, updatedAt, previous } = body;
  return {
    series: Number(series),
    revision: Number(revision),
    digest: textIn(digest) ?? '',
    ...(isObject(previous) ? { previous: placeIn(previous) } : {}),
    actor: isObject(actor) ? actorIn(actor) : {},
    updatedAt: textIn(updatedAt) ?? '',
    seenAt: textIn(seenAt),
    isRewritten: body['isRewritten'] === true,
    isStart: body['isStart'] === true,
    changes,
    place: { seq, hash, recordedAt: at },
  };
}

/** What links hold was written by us; whoever altered it shows by its hash. */
function changesIn(value: Json | undefined): readonly RecordedChange[] | undefined {
  return Array.isArray(value) ? (value.filter(isObject) as unknown as readonly RecordedChange[]) : undefined;
}

function placeIn({ series, revision, digest }: JsonObject) {
  const text = textIn(digest);
  return { series: Number(series), revision: Number(revision), digest: text };
}

function actorIn({ id, email, name }: JsonObject): Actor {
  const known = Object.entries({ id, email, name }).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(known);
}

export function textIn(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Whether a revision was made on a day of a period, in UTC. One with a date that is none counts as made when seen. */
export function isMadeIn(
  { from, through }: DayRange,
  { updatedAt, seenAt }: Pick<EvidencedStep, 'seenAt' | 'updatedAt'>,
): boolean {
  const madeMs = Date.parse(updatedAt);
  const day = dayOf(Number.isNaN(madeMs) ? Date.parse(seenAt ?? '') : madeMs);
  return from <= day && day <= through;
}
