import { isObject, type Json, type JsonObject } from '../controls/json.ts';
import type { Actor } from '../controls/revision.ts';
import { dayOf, type DayRange } from '../kernel/time/day.ts';
import { revisionRecord, type Link, type ChainHead } from './chain.ts';
import type { RecordedChange } from './recorded-change.ts';

export interface EvidencedStep {
  readonly series: number;
  readonly revision: number;
  readonly digest: string;
  /** The previous content: of the revision before, or of this one if rewritten. Absent for the first. */
  readonly previous?: { readonly series: number; readonly revision: number; readonly digest?: string };
  readonly actor: Actor;
  readonly updatedAt: string;
  readonly seenAt: string | undefined;
  readonly isRewritten: boolean;
  readonly isStart: boolean;
  readonly changes: readonly RecordedChange[];
  /** `recorded`: from the chain. `on-export`: not judged in the chain, so judged for the export. */
  readonly judged: 'recorded' | 'on-export';
  readonly place?: ChainPlace;
}

interface ChainPlace extends ChainHead {
  readonly recordedAt: string;
}

/** A content from the chain; without changes if it was not judged when recorded. */
export type RecordedStep = Omit<EvidencedStep, 'changes' | 'judged'> & {
  readonly changes: readonly RecordedChange[] | undefined;
  readonly place: ChainPlace;
};

/** Returns the contents of revisions in the order of recording, each with its judged changes. */
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

/** Links hold our own data: an alteration shows in the hash. */
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

/** Whether a revision was made on a UTC day of a period. One without a valid date counts as made when seen. */
export function isMadeIn(
  { from, through }: DayRange,
  { updatedAt, seenAt }: { readonly seenAt: string | undefined; readonly updatedAt: string },
): boolean {
  const madeMs = Date.parse(updatedAt);
  const day = dayOf(Number.isNaN(madeMs) ? Date.parse(seenAt ?? '') : madeMs);
  return from <= day && day <= through;
}
