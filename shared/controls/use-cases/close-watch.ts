import { revisionRecordIn } from '../../evidence/anchors/anchor.ts';
import { evidenceFaultObservation, unanchoredObservation } from '../../evidence/anchors/observe-anchors.ts';
import { settingsToAnchor } from '../../evidence/use-cases/anchors/anchor-keeper.ts';
import { maySign } from '../../evidence/use-cases/anchors/read-anchors.ts';
import { evidenceWriter, evidenceWriterAt } from '../../evidence/use-cases/record-evidence.ts';
import type { RunOutcome, RunContext } from '../../kernel/runs/run.ts';
import type { ComposedMails } from '../../kernel/runs/use-cases/job.ts';
import type { Observations } from '../../notifications/conditions/decide-conditions.ts';
import { observeTampering } from '../../notifications/observe/observe-tampering.ts';
import type { Grave } from '../../notifications/unheard.ts';
import { composeDueMails } from '../../notifications/use-cases/due-mails.ts';
import { notify } from '../../notifications/use-cases/notify.ts';
import { readRouting } from '../../notifications/use-cases/read-routing.ts';
import { lookBody, type LastLook } from '../history/last-look.ts';
import { initialState } from '../history/watch-state.ts';
import type { JsonObject } from '../json.ts';
import type { ReadHistory } from './decide-history.ts';
import { lookOf, type AlertsWatched } from './leave-look.ts';
import type { WatchWork } from './watch-work.ts';

export interface WatchRun {
  readonly work: WatchWork;
  readonly watched: AlertsWatched;
  readonly seen: {
    read?: ReadHistory;
    isNotified: boolean;
  };
}

/** The previous run's look, when nothing has happened since: then there is nothing to read, write or send. */
function quietLook({ seen: { read, isNotified } }: WatchRun): LastLook | undefined {
  return read?.kind === 'as-before' && !isNotified ? read.look : undefined;
}

export function isQuiet(run: WatchRun): boolean {
  return quietLook(run) !== undefined;
}

/**
 * Reports faults of the evidence and of the lease, then signs the new evidence. A changed table is not signed until the
 * alert is acknowledged, since a signature would vouch for the change.
 */
export async function observeEvidence(run: WatchRun): Promise<void> {
  const { ports, settings, at, anchoring } = run.work;
  const owners = settings.controls.securityContacts;
  const tampered = observeTampering(await ports.leases.tampered(), { nowMs: ports.clock.now(), owners });
  if (tampered.length > 0) {
    await notifyOf(run, { observed: tampered, lookedFor: {} });
  }
  const faults = await anchoring.faults();
  if (faults.length > 0) {
    await notifyOf(run, { observed: faults.map((fault) => evidenceFaultObservation(fault, owners)), lookedFor: {} });
  }
  if (await maySign(ports.alerts, faults, at)) {
    await anchor(run);
  }
  const unanchored = await anchoring.unanchored();
  const observed = unanchored === undefined ? [] : [unanchoredObservation(unanchored, owners)];
  if (observed.length > 0 || (quietLook(run) === undefined && (await isUnanchoredOpen(run.work)))) {
    await notifyOf(run, { observed, lookedFor: { 'evidence-unanchored': 'all' } });
  }
}

async function anchor({ work: { ports, anchoring }, seen }: WatchRun): Promise<void> {
  if (seen.read?.kind === 'as-before') {
    const head = await anchoring.head();
    await anchoring.anchorIfDue(revisionRecordIn(head?.body['newest']), true);
  } else {
    await anchoring.anchorIfDue(await settingsToAnchor(ports, (await ports.state.read()) ?? initialState));
  }
}

async function notifyOf(
  { work, seen }: WatchRun,
  observations: Pick<Observations, 'observed' | 'lookedFor'>,
): Promise<void> {
  const { ports, settings, order, at } = work;
  seen.isNotified = true;
  await notify(
    ports,
    { runId: order.runId, at, today: at.slice(0, 10) },
    {
      lease: 'controls',
      observations: { at, ...observations },
      routing: await readRouting(ports.recipients, settings),
    },
  );
}

async function isUnanchoredOpen({ ports }: WatchWork): Promise<boolean> {
  const open = await ports.alerts.read('controls', []);
  return open.some((state) => state.kind === 'observed' && state.observation.topic === 'evidence-unanchored');
}

/** The due mails; a run leaves its heartbeat with them. */
export async function composeMails(
  run: WatchRun,
  context: RunContext,
  { unheard, nowMs }: { readonly unheard: readonly Grave[]; readonly nowMs: number },
): Promise<ComposedMails> {
  const { ports, settings } = run.work;
  const mails =
    quietLook(run) === undefined
      ? await composeDueMails(ports, context, { lease: 'controls', settings, nowMs, unheard })
      : undefined;
  return {
    count: mails?.count ?? 0,
    problem: mails?.problem,
    write: async (outcome) => {
      await mails?.write(outcome);
      await appendRun(run, outcome);
    },
  };
}

/** Appends the heartbeat: a run that found nothing leaves a link too, and says what the next run may skip. */
async function appendRun(run: WatchRun, outcome: RunOutcome): Promise<void> {
  const { ports, order, at, anchoring } = run.work;
  const quiet = quietLook(run);
  const writer = quiet === undefined ? await evidenceWriter(ports) : evidenceWriterAt(ports, await anchoring.head());
  const id = `run/${order.runId}/${outcome.status}`;
  if (writer.head?.body['id'] === id) {
    return;
  }
  const after = writer.head?.seq ?? 0;
  const seen = quiet === undefined ? await seenBody(run, outcome, after) : seenBefore(writer.head?.body, quiet, after);
  const anchored = anchoring.newest();
  const body = {
    runId: order.runId,
    at,
    status: outcome.status,
    ...seen,
    problems: [...outcome.problems],
    // A reader who has only the tables learns here how far they were signed.
    anchor: anchored === undefined ? null : { ...anchored },
  };
  await writer.add({ kind: 'run', id, body });
}

async function seenBody({ work, watched, seen }: WatchRun, outcome: RunOutcome, after: number): Promise<JsonObject> {
  const state = (await work.ports.state.read()) ?? initialState;
  const newest = await settingsToAnchor(work.ports, state);
  const served = seen.read?.kind === 'read' ? seen.read.collected.pages : undefined;
  const isNothingLeft = outcome.status === 'complete' && outcome.problems.length === 0 && !watched.isLeft();
  const look = served !== undefined && isNothingLeft ? await lookOf(work, state, { served, after }) : undefined;
  return {
    handledThrough: state.handled?.through ?? null,
    newest: newest === undefined ? null : { ...newest },
    ...(look !== undefined && { look: lookBody(look) }),
  };
}

function seenBefore(before: JsonObject | undefined, look: LastLook, after: number): JsonObject {
  return {
    handledThrough: before?.['handledThrough'] ?? null,
    newest: before?.['newest'] ?? null,
    look: lookBody({ ...look, after }),
  };
}
