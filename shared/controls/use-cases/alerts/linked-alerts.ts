import { compareWithActor, type Identities, type OwnChange } from '../../../kernel/access/same-person.ts';
import type { Author } from '../../../kernel/records/ports.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import type { Figure } from '../../../mail/content.ts';
import type { Acknowledgement } from '../../../notifications/conditions/condition-event.ts';
import type { ConditionState, ObservedState } from '../../../notifications/conditions/condition-state.ts';
import { isEvidenceTopic } from '../../../notifications/topics.ts';
import { acknowledgeAlert, type AcknowledgeOutcome } from '../../../notifications/use-cases/acknowledge.ts';
import { emailKey } from '../../../roster/email.ts';
import { linkedRevisionsMax, readLinked, type Linked } from '../../alerts/linked-subject.ts';
import { looseningConditionId, looseningOf } from '../../alerts/watch-loosenings.ts';
import type { ControlChange } from '../../control-change.ts';
import { compareGravity } from '../../gravity.ts';
import { latestVersion, subjectOfRevision, type RevisionEntry } from '../../history/revision-entry.ts';
import { identityOf, instantText } from '../../mail/words.ts';
import { acknowledgeRevisions, type AcknowledgePorts } from '../decide-on-controls.ts';
import { findRevision, openRevisions, type RevisionPorts, type RevisionRules } from '../read-revisions.ts';

export interface LinkedAlert {
  /** The worst state of all alerts; `resolved`: the control is restored and can still be explained. */
  readonly state: 'open' | 'acknowledged' | 'resolved';
  readonly headline: string;
  readonly facts: readonly Figure[];
  /** What changed, one line per change, the worst first. */
  readonly lines: readonly string[];
  readonly acknowledged?: Acknowledgement;
  readonly isAsked: boolean;
  readonly ownChange: OwnChange;
  /** Changes when any of this changes: a form is valid only for what was shown. */
  readonly version: string;
}

export type LinkedAlertPorts = AcknowledgePorts & RevisionPorts;

/** How changes are judged, and who may acknowledge them by link. */
export interface LinkedAlertTerms extends RevisionRules {
  readonly securityContacts: readonly string[];
  /** Recipients when no security contact is named. */
  readonly admins: readonly string[];
  readonly identities: Identities;
}

const shownMax = 12;
const linesMax = 30;

/** Reads what a link is about. Undefined when it is gone or the reader gets no control alerts. Changes nothing. */
export async function findLinkedAlert(
  ports: LinkedAlertPorts,
  terms: LinkedAlertTerms,
  { subject, person }: { readonly subject: string; readonly person: string },
): Promise<LinkedAlert | undefined> {
  const linked = readLinked(subject);
  if (linked === undefined || !isTold(person, terms)) {
    return undefined;
  }
  return linked.kind === 'alert'
    ? alertOf(await findAlert(ports, linked.conditionId))
    : revisionsOf(ports, terms, { linked, person });
}

/** Acknowledges what is still open. `not-there`: as for `findLinkedAlert`. */
export async function acknowledgeLinked(
  ports: LinkedAlertPorts,
  terms: LinkedAlertTerms,
  order: { readonly subject: string; readonly person: string; readonly reason: string; readonly author: Author },
): Promise<Exclude<AcknowledgeOutcome, { readonly kind: 'acknowledged' }> | { readonly kind: 'acknowledged' }> {
  const { subject, person, reason, author } = order;
  const linked = readLinked(subject);
  if (linked === undefined || !isTold(person, terms)) {
    return { kind: 'not-there' };
  }
  if (linked.kind === 'alert') {
    const state = await findAlert(ports, linked.conditionId);
    const { identities } = terms;
    const by = { by: author.name, at: author.at, reason, identities };
    return state === undefined ? { kind: 'not-there' } : acknowledgeAlert(ports, state.conditionId, by);
  }
  const { open } = await readLinkedRevisions(ports, linked);
  const revisions = open.map((entry) => ({ subject: subjectOfRevision(entry), actor: latestVersion(entry).actor }));
  return acknowledgeRevisions(ports, { revisions, reason, identities: terms.identities }, author);
}

/** A link works only while the settings still name its recipient. */
function isTold(person: string, { securityContacts, admins }: LinkedAlertTerms): boolean {
  return (securityContacts.length === 0 ? admins : securityContacts).map(emailKey).includes(person);
}

async function findAlert({ alerts }: LinkedAlertPorts, conditionId: string): Promise<ObservedState | undefined> {
  const [state] = await alerts.find([conditionId]);
  return state?.kind === 'observed' && isEvidenceTopic(state.observation.topic) ? state : undefined;
}

function alertOf(state: ObservedState | undefined): LinkedAlert | undefined {
  if (state === undefined) {
    return undefined;
  }
  const { observation, acknowledged, phase, occurrence, changes } = state;
  return {
    state: phase === 'resolved' ? 'resolved' : acknowledged === undefined ? 'open' : 'acknowledged',
    headline: observation.headline,
    facts: [{ label: 'Severity', value: observation.severity }],
    lines: [],
    acknowledged,
    isAsked: acknowledged === undefined,
    // No member of the organization can cause an alarm of the history.
    ownChange: 'no',
    version: `${occurrence}.${changes}`,
  };
}

type LinkedRevisions = Extract<Linked, { readonly kind: 'revisions' }>;

async function readLinkedRevisions(
  { revisions, decisions }: LinkedAlertPorts,
  { series, from, through }: LinkedRevisions,
) {
  const listed = await revisions.list(series, from, Math.min(through - from + 1, linkedRevisionsMax));
  const entries = listed.filter(({ revision }) => revision <= through);
  const said = await decisions.listAcknowledgements();
  const acknowledgementOf = (entry: RevisionEntry) => {
    const subject = subjectOfRevision(entry);
    return said.find((each) => each.subject === subject);
  };
  return {
    entries,
    open: entries.filter((entry) => acknowledgementOf(entry) === undefined),
    acknowledged: entries.flatMap((entry) => acknowledgementOf(entry) ?? []).at(-1),
  };
}

async function revisionsOf(
  ports: LinkedAlertPorts,
  terms: LinkedAlertTerms,
  { linked, person }: { readonly linked: LinkedRevisions; readonly person: string },
): Promise<LinkedAlert | undefined> {
  const { entries, open, acknowledged } = await readLinkedRevisions(ports, linked);
  const newest = entries.at(-1);
  if (newest === undefined) {
    return undefined;
  }
  const changes = await changesIn(ports, terms, entries.slice(-shownMax));
  const states = await ports.alerts.find(entries.map((entry) => looseningConditionId(subjectOfRevision(entry))));
  const own = entries.map((entry) => compareWithActor(person, latestVersion(entry).actor, terms.identities));
  return {
    state: stateOf(states, open.length),
    headline: changes[0]?.sentence ?? 'Nothing with an effect was changed.',
    facts: factsOf(entries),
    lines: linesOf(changes),
    acknowledged,
    isAsked: open.length > 0,
    ownChange: own.find((each) => each === 'yes') ?? own.find((each) => each === 'unknown') ?? 'no',
    version: `${open.length}.${sha256(entries.map((entry) => latestVersion(entry).digest).join(' ')).slice(0, 16)}`,
  };
}

async function changesIn(
  ports: LinkedAlertPorts,
  terms: LinkedAlertTerms,
  entries: readonly RevisionEntry[],
): Promise<readonly ControlChange[]> {
  const stored = await openRevisions(ports, terms);
  const found: ControlChange[] = [];
  for (const { series, revision } of entries) {
    const step = stored.known.series === series ? await findRevision(stored, revision) : undefined;
    found.push(...(step?.changes ?? []).filter(({ quiet }) => quiet === undefined));
  }
  return found.toSorted(compareGravity);
}

function stateOf(states: readonly ConditionState[], open: number): LinkedAlert['state'] {
  const alerts = states.filter((state) => state.kind === 'observed' && looseningOf(state) !== undefined);
  const isRestored =
    alerts.length > 0 && alerts.every((state) => state.kind === 'observed' && state.phase === 'resolved');
  return isRestored ? 'resolved' : open === 0 ? 'acknowledged' : 'open';
}

function factsOf(entries: readonly RevisionEntry[]): readonly Figure[] {
  const made = entries.map(latestVersion);
  const people = [...new Set(made.map(({ actor }) => identityOf(actor)))];
  const numbers = entries.map(({ revision }) => revision);
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  return [
    { label: 'Who', value: people.slice(0, 5).join('; ') },
    { label: 'When', value: instantText(made.at(-1)?.updatedAt ?? '') },
    { label: first === last ? 'Revision' : 'Revisions', value: first === last ? `${last}` : `${first} to ${last}` },
  ];
}

function linesOf(changes: readonly ControlChange[]): readonly string[] {
  const lines = changes.slice(0, linesMax).map(({ severity, sentence }) => `${severity}: ${sentence}`);
  const more = changes.length - lines.length;
  return more > 0 ? [...lines, `and ${more} more`] : lines;
}
