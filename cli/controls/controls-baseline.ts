import { deviationDocument } from '../../shared/application/queries/controls-documents.ts';
import { basename } from 'node:path';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { StaleRecordError } from '../../shared/application/edits/ports.ts';
import { approveBaseline } from '../../shared/application/controls/decide-on-controls.ts';
import { describeBaseline, type BaselineSource } from '../../shared/domain/controls/baseline/baseline.ts';
import { compareWithBaseline, type Deviation } from '../../shared/domain/controls/baseline/compare-with-baseline.ts';
import { canonicalJson } from '../../shared/domain/controls/canonical-json.ts';
import { exceptionFor } from '../../shared/domain/controls/exceptions/control-exception.ts';
import type { JsonObject } from '../../shared/domain/controls/json.ts';
import { shownValue } from '../../shared/contracts/quoted-value.ts';
import { sha256 } from '../../shared/domain/sha256.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { changesText } from './controls-rows.ts';
import { asServed, decisionPorts, fingerprintFor, revisionsOf, storedRevision } from './controls-work.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { revisionIn } from './revision-argument.ts';
import { readSettingsFile } from './settings-file.ts';
import { standardInput } from '../frame/read-bytes.ts';
import { withInstallation } from '../frame/with-installation.ts';

/** `controls baseline show`: what is approved, and where the newest controls are not so. */
export async function showBaseline(context: CommandContext): Promise<ExitCode> {
  const at = new Date(context.io.now()).toISOString();
  const found = await withInstallation(context, async (installation) => {
    const approved = await installation.decisions.readBaseline();
    const exceptions = await installation.decisions.listExceptions();
    const deviations = approved === undefined ? [] : await deviationsNow(installation, approved.baseline, at);
    return { approved, exceptions, deviations };
  });
  if (found.approved === undefined) {
    context.tell({
      json: { approved: null, deviations: [] },
      text: 'No baseline is approved; "controls baseline approve REV" approves a stored revision.',
    });
    return exitCodes.done;
  }
  const { baseline, version } = found.approved;
  const { settings, source, approvedBy, approvedAt } = baseline;
  const excused = found.deviations.map((deviation) => {
    const [change] = deviation.changes;
    const exception = change === undefined ? undefined : exceptionFor(change, found.exceptions, Date.parse(at));
    return { deviation, exception };
  });
  const blocks = excused.map(({ deviation, exception }) => {
    const permit = exception === undefined ? '' : `, exception ${exception.ticket} until ${exception.expires}`;
    const heading = plainText(`Deviates since ${deviation.since}${permit}`);
    return `${heading}\n${changesText(deviation.changes, context.style)}`;
  });
  context.tell({
    json: {
      approved: { version, source, approvedBy, approvedAt, settings },
      deviations: excused.map(({ deviation, exception = null }) => ({ ...deviationDocument(deviation), exception })),
    },
    text: [
      plainText(`The baseline is ${describeBaseline(baseline)}.`),
      ...(blocks.length === 0 ? ['The controls are as approved.'] : blocks),
    ].join('\n\n'),
  });
  return exitCodes.done;
}

/** `controls baseline approve REV|FILE`. */
export async function approveOne(context: CommandContext, text: string): Promise<ExitCode> {
  const revision = revisionIn(text);
  const fingerprint = fingerprintFor(context, { isComparedWithStored: true });
  const file = revision === undefined ? readSettingsFile(context.io, text, fingerprint) : undefined;
  const { baseline, version } = await withInstallation(context, async (installation) => {
    const wanted = file === undefined ? await fromRevision(installation, revision ?? 0) : fromFile(file, text);
    const order = { ...wanted, digest: sha256(canonicalJson(wanted.settings)) };
    return approveBaseline(decisionPorts(installation), order, authorOf(context)).catch((error: unknown) => {
      throw error instanceof StaleRecordError
        ? new CommandError('Somebody else approved another baseline at this moment; look at it and try again')
        : error;
    });
  });
  const { source, approvedBy, approvedAt } = baseline;
  context.tell({
    json: { version, source, approvedBy, approvedAt },
    text: `The baseline is now ${plainText(describeBaseline(baseline))}. From the next run on, every deviation from it is reported.`,
  });
  return exitCodes.done;
}

interface Wanted {
  readonly settings: JsonObject;
  readonly source: BaselineSource;
}

async function fromRevision(installation: Installation, revision: number): Promise<Wanted> {
  const { settings } = await storedRevision(await revisionsOf(asServed(installation)), revision);
  return { settings, source: { kind: 'revision', revision } };
}

function fromFile(settings: JsonObject, path: string): Wanted {
  return {
    settings,
    source: { kind: 'file', name: path === standardInput ? 'standard input' : shownValue(basename(path)) },
  };
}

async function deviationsNow(
  installation: Installation,
  baseline: Parameters<typeof compareWithBaseline>[0],
  at: string,
): Promise<readonly Deviation[]> {
  const stored = await revisionsOf(asServed(installation));
  const newest = await stored.deps.revisions.findBelow(stored.known.series, Number.MAX_SAFE_INTEGER);
  if (newest === undefined) {
    return [];
  }
  const { settings } = await storedRevision(stored, newest.revision);
  const previous = await installation.watchState.readDeviations();
  return compareWithBaseline(baseline, settings, { diff: stored.deps.diff, previous, at }).filter(
    ({ standing }) => standing !== 'fixed',
  );
}
