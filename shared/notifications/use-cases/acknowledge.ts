import { channelAddress } from '../../channels/channel.ts';
import { looseningOf } from '../../controls/alerts/watch-loosenings.ts';
import type { ControlsDecisionStore, SubjectAcknowledgement } from '../../controls/ports.ts';
import { evidenceWriter, type EvidencePorts, type EvidenceRecord } from '../../evidence/use-cases/record-evidence.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { compareWithActor, type Identities } from '../../kernel/access/same-person.ts';
import type { Ids, Journal, LeaseStore } from '../../kernel/runs/ports.ts';
import { underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import type { Outbox, RecipientStore } from '../../mail/ports.ts';
import { acknowledgeMail, pagersOf } from '../compose/acknowledge-mail.ts';
import { describeCondition } from '../compose/describe-notification.ts';
import { decideAcknowledge, isEvidence, type AcknowledgeDecision } from '../conditions/acknowledge.ts';
import type { Acknowledgement } from '../conditions/condition-event.ts';
import { leaseOfState, type ConditionState } from '../conditions/condition-state.ts';
import type { AlertStore } from '../ports.ts';
import { alertHandle, isAlertHandle, shortKey } from '../short-key.ts';
import { alertLeases } from '../topics.ts';

interface AcknowledgePorts extends EvidencePorts {
  readonly alerts: AlertStore;
  readonly decisions: ControlsDecisionStore;
  readonly journal: Journal;
  readonly leases: LeaseStore;
  readonly ids: Ids;
  /** Where incidents of the alert are acknowledged too; absent where there can be no channels. */
  readonly outbox?: Pick<Outbox, 'write'>;
  readonly recipients?: Pick<RecipientStore, 'listChannels'>;
}

/** `busy`: a run is active and would overwrite the change. `not-there`: no condition has that id. */
export type AcknowledgeOutcome =
  | AcknowledgeDecision
  | { readonly kind: 'not-there' }
  | { readonly kind: 'busy'; readonly untilMs: number };

const leaseMs = 60_000;

/**
 * Acknowledges a condition by its id or by the short name that `alerts list` shows. The condition's state says whether
 * it is acknowledged; the journal, and the chain for evidence, say by whom. Runs under the lease of the runs that write
 * the state: one that had read it before would store it without the acknowledgement.
 */
export async function acknowledgeAlert(
  ports: AcknowledgePorts,
  id: string,
  {
    identities,
    exceptEvidence = false,
    ...by
  }: Acknowledgement & {
    readonly identities?: Identities;
    /** Leaves evidence to those who may decide on the controls. */
    readonly exceptEvidence?: boolean;
  },
): Promise<AcknowledgeOutcome> {
  const known = await conditionOf(ports.alerts, id);
  if (known === undefined) {
    return { kind: 'not-there' };
  }
  if (exceptEvidence && isEvidence(known)) {
    return { kind: 'refused', reason: 'needs-security' };
  }
  const done = await underLease(ports, { name: leaseOfState(known), durationMs: leaseMs }, async () => {
    const [state = known] = await ports.alerts.find([known.conditionId]);
    const loosening = state.kind === 'observed' ? looseningOf(state) : undefined;
    const own = loosening && { ownChange: compareWithActor(by.by, loosening.actor, identities) };
    const decision = decideAcknowledge(state, { ...by, ...own });
    if (decision.kind === 'acknowledged') {
      // The author is recorded before the condition falls silent.
      await record(ports, decision.state, decision.state.acknowledged ?? by);
      await ports.alerts.put([decision.state]);
      await acknowledgeIncidents(ports, decision.state, by.at);
    }
    return decision;
  });
  return done.kind === 'busy' ? done : done.value;
}

/** Writes a message for each pager that the alert may have reached: one without its incident ignores it. */
async function acknowledgeIncidents(
  { outbox, recipients }: AcknowledgePorts,
  state: ConditionState,
  at: string,
): Promise<void> {
  const channels = (await recipients?.listChannels()) ?? [];
  const mails = pagersOf(state, channels).map((channel) => acknowledgeMail(state, channelAddress(channel), at));
  if (mails.length > 0) {
    await outbox?.write(mails, at);
  }
}

/** By id, resolved or not; by short name when it is listed. */
async function conditionOf(alerts: AlertStore, id: string): Promise<ConditionState | undefined> {
  const [named] = await alerts.find([id]);
  if (named !== undefined || !isAlertHandle(id)) {
    return named;
  }
  for (const lease of alertLeases) {
    const found = (await alerts.read(lease, [])).find(({ conditionId }) => alertHandle(conditionId) === id);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Records an acknowledgement of a revision with the revisions, as evidence and in the journal. */
export async function acknowledgeRevision(
  ports: EvidencePorts & AcknowledgePorts,
  { subject, by, at, reason, ownChange }: SubjectAcknowledgement,
): Promise<void> {
  const acknowledgement = { subject, by, at, reason, ownChange };
  await ports.decisions.acknowledge(acknowledgement);
  await recordAcknowledgement(ports, subject, acknowledgement);
}

async function recordAcknowledgement(
  ports: EvidencePorts & AcknowledgePorts,
  subject: string,
  { by, at, reason, ownChange }: Acknowledgement,
): Promise<void> {
  const body = { subject, by, at, reason, ...(ownChange !== undefined && { ownChange }) };
  const evidence: EvidenceRecord = { kind: 'acknowledged', id: `acknowledged/${subject}/${at}`, body };
  const writer = await evidenceWriter(ports);
  // The chain before the journal: evidence cannot be withdrawn afterwards.
  await writer.add(evidence);
  const entry = { id: `controls/${evidence.id}`, at, kind: 'controls-acknowledged', actor: by } as const;
  await ports.journal.append([{ ...entry, subject: evidence.id, detail: body }]);
}

async function record(ports: AcknowledgePorts, state: ConditionState, by: Acknowledgement): Promise<void> {
  if (state.kind === 'observed' && looseningOf(state) !== undefined) {
    await acknowledgeRevision(ports, { ...by, subject: state.observation.key });
  } else if (state.kind === 'observed' && isEvidence(state)) {
    await recordAcknowledgement(ports, state.observation.key, by);
  } else {
    await ports.journal.append([entryOf(state, by)]);
  }
}

function entryOf(state: ConditionState, { by, at, until, reason }: Acknowledgement): JournalEntry {
  const { headline, severity } = describeCondition(state);
  return {
    id: `${shortKey(state.conditionId)}/acknowledged/${at}`,
    at,
    kind: 'alert-acknowledged',
    actor: by,
    subject: state.conditionId,
    detail: { reason, until: until ?? null, headline, severity },
  };
}
