import type { LastInForce } from '../../control-diff/place.ts';
import { readAnchors } from '../../evidence/use-cases/anchors/read-anchors.ts';
import { exportControls, ExportTooLargeError } from '../../evidence/use-cases/export-controls.ts';
import { storedContents, verifyControls } from '../../evidence/use-cases/verify-controls.ts';
import { describeVerdict } from '../../evidence/verify-chain.ts';
import { authorOf, type Operations } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { shownValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Installation } from '../../wiring/installation.ts';
import { type BaselineSource, compareWithBaseline, type Deviation } from '../baseline.ts';
import { controlsContract } from '../contract/controls-contract.ts';
import { exceptionFor } from '../control-exception.ts';
import { canonicalJson, type JsonObject } from '../json.ts';
import { failOnUsual, undocumentedFields } from '../proposal.ts';
import { controlChangeDocument, deviationDocument, verificationDocument } from '../use-cases/controls-documents.ts';
import { approveBaseline } from '../use-cases/decide-on-controls.ts';
import { revisionSource } from '../use-cases/evaluated-revisions.ts';
import { lastInForce } from '../use-cases/judge-revision.ts';
import {
  type ComparedSide,
  diffRevisions,
  listRevisions,
  showRevision,
  type StoredRevisions,
} from '../use-cases/read-revisions.ts';
import { checkControls, scoreSettings, type SettingsFrom } from '../use-cases/show-controls-check.ts';
import { acknowledgedControls } from './acknowledged-controls.ts';
import {
  addedAnnouncement,
  addedException,
  endedAnnouncement,
  endedException,
  listedAnnouncements,
  listedExceptions,
} from './allowances.ts';
import { givenAnchors, headIn } from './controls-input.ts';
import {
  asServed,
  decisionPorts,
  givenSettings,
  listedTimeline,
  notStored,
  periodOf,
  revisionRules,
  revisionsOf,
  storedRevision,
} from './stored-controls.ts';

type ControlsOperations = Operations<typeof controlsContract>;

/** Proposed settings against those in force, or others, and the approved baseline. */
const checkedControls: ControlsOperations['checkControls'] = async (
  { installation, nowMs },
  { body: { settings, against, failOn = failOnUsual } },
) => {
  const proposed = givenSettings(settings);
  const stored = await revisionsOf(asServed(installation));
  const before =
    against !== undefined && 'settings' in against
      ? given(givenSettings(against.settings))
      : await storedSettings(stored, against?.revision);
  const approved = await installation.decisions.readBaseline();
  const { retentionDays, announcements = [] } = stored.deps;
  const document = checkControls({
    proposed,
    against: before,
    baseline: approved?.baseline,
    exceptions: await installation.decisions.listExceptions(),
    atMs: nowMs,
    diff: stored.deps.diff,
    judge: {
      baselineRetentionDays: retentionDays,
      ...(announcements.length > 0 && { announcements, madeAtMs: nowMs }),
      lastInForce: await lastValues(stored, before, proposed),
    },
    failOn,
    problems: undocumentedFields(proposed, before.settings, installation.readSettings().controls.packs),
  });
  return { document };
};

/** The settings in force, or given ones, by the recommended baseline. */
const scoredControls: ControlsOperations['scoreControls'] = async ({ installation, nowMs }, { body: { settings } }) => {
  const stored = await revisionsOf(asServed(installation));
  const of = settings === undefined ? await storedSettings(stored, undefined) : given(givenSettings(settings));
  const exceptions = await installation.decisions.listExceptions();
  return { document: scoreSettings({ of, exceptions, atMs: nowMs, diff: stored.deps.diff }) };
};

function given(settings: JsonObject): SettingsFrom {
  return { source: { kind: 'given', name: 'the given settings' }, settings };
}

/** The settings after a stored revision, the newest unless one is named. Raises Problem where there is none. */
async function storedSettings(stored: StoredRevisions, wanted: number | undefined): Promise<SettingsFrom> {
  const { deps, known } = stored;
  const newest = wanted ?? (await deps.revisions.findBelow(known.series, Number.MAX_SAFE_INTEGER))?.revision;
  if (newest === undefined) {
    throw new Problem(
      'not-found',
      'No revision of the controls is stored yet; read the history with "npx curfew run controls", or give settings to compare with: "npx curfew controls check FILE --against FILE"',
    );
  }
  const { revision, settings } = await storedRevision(stored, newest);
  return { source: { kind: 'revision', revision }, settings };
}

/** What fields that come into force were when they last had an effect, as the watcher knows it. */
async function lastValues(
  { deps, known }: StoredRevisions,
  { source, settings }: SettingsFrom,
  proposed: JsonObject,
): Promise<LastInForce> {
  const place = source.kind === 'revision' ? { series: known.series, revision: source.revision } : undefined;
  return lastInForce(deps.revisions, place, { before: settings, after: proposed });
}

const countUsual = 40;

const operations: Operations<typeof controlsContract> = {
  async listRevisions({ installation, nowMs }, { from, to, count = countUsual }) {
    const period = periodOf({ from, to });
    const { document } = await listRevisions(asServed(installation), revisionRules(installation), {
      period,
      countMax: count,
      atMs: nowMs,
    });
    return { document };
  },

  listTimeline: listedTimeline,

  async showRevision({ installation, nowMs }, { revision }) {
    const order = { revision, atMs: nowMs };
    const shown = await showRevision(asServed(installation), revisionRules(installation), order);
    if (shown.kind === 'not-stored') {
      throw notStored(revision);
    }
    return { document: shown.document };
  },

  async compareControls({ installation }, { body: { before, after } }) {
    const stored = await revisionsOf(asServed(installation));
    const sideOf = async (side: typeof before): Promise<ComparedSide> => {
      if ('settings' in side) {
        return { settings: givenSettings(side.settings) };
      }
      const revision = await storedRevision(stored, side.revision);
      return { revision, settings: revision.settings };
    };
    const changes = diffRevisions(stored.deps.diff, await sideOf(before), await sideOf(after));
    return { document: changes.map(controlChangeDocument) };
  },

  checkControls: checkedControls,
  scoreControls: scoredControls,

  acknowledgeControls: acknowledgedControls,

  async showBaseline({ installation, nowMs }) {
    const at = new Date(nowMs).toISOString();
    const approved = await installation.decisions.readBaseline();
    if (approved === undefined) {
      return { document: { approved: null, deviations: [] } };
    }
    const { baseline, version } = approved;
    const { settings, source, approvedBy, approvedAt } = baseline;
    const exceptions = await installation.decisions.listExceptions();
    const excused = (await deviationsNow(installation, baseline, at)).map((deviation) => {
      const [change] = deviation.changes;
      return { deviation, exception: change === undefined ? undefined : exceptionFor(change, exceptions, nowMs) };
    });
    return {
      document: {
        approved: { version, source, approvedBy, approvedAt, settings: { ...settings } },
        deviations: excused.map(({ deviation, exception }) => ({
          ...deviationDocument(deviation),
          exception: exception === undefined ? null : { ...exception },
        })),
      },
    };
  },

  async approveBaseline(work, { body }) {
    const wanted: { readonly settings: JsonObject; readonly source: BaselineSource } =
      'settings' in body
        ? { settings: givenSettings(body.settings), source: { kind: 'file', name: shownValue(body.name) } }
        : {
            settings: (await storedRevision(await revisionsOf(asServed(work.installation)), body.revision)).settings,
            source: { kind: 'revision', revision: body.revision },
          };
    const order = { ...wanted, digest: sha256(canonicalJson(wanted.settings)) };
    const made = await approveBaseline(decisionPorts(work), order, authorOf(work)).catch((error: unknown) => {
      throw error instanceof StaleRecordError
        ? new Problem('conflict', 'Another person approved another baseline at this moment; look at it and try again')
        : error;
    });
    const { source, approvedBy, approvedAt } = made.baseline;
    return { document: { version: made.version, source, approvedBy, approvedAt } };
  },

  async verifyEvidence({ installation }, { body: { heads = [], publicKeys = [], anchors = [] } }) {
    const { evidence, revisions, anchoring } = installation;
    const kept = await readAnchors(await anchoring(), givenAnchors(publicKeys, anchors));
    const ports = { evidence, contents: storedContents(revisions) };
    const verdict = await verifyControls(ports, heads.map(headIn), kept);
    return { document: verificationDocument(verdict, kept.key) };
  },

  async exportEvidence({ installation, caller, nowMs }, { body: { from, to, script, format, ...filter } }) {
    const { organization, platformUrl = '' } = await installation.anchoring();
    // A name, and no address that a page would lead to.
    const host = platformUrl.replace(/^https?:\/\//u, '');
    const { approvedChangers } = installation.readSettings().controls;
    const order = {
      period: periodOf({ from, to }),
      filter,
      exportedAt: new Date(nowMs).toISOString(),
      origin: { organization, platform: host, exportedBy: caller.name, approvedChangers },
      added: script === undefined ? [] : [{ name: 'verify-export.mjs', text: script }],
      format,
    };
    const { deps, known } = await revisionsOf(installation);
    const ports = { evidence: installation.evidence, revisions: revisionSource(deps, known) };
    const { files, verdict, changes, links, revisions } = await exportControls(ports, order).catch((error: unknown) => {
      throw error instanceof ExportTooLargeError ? new Problem('too-large', error.message) : error;
    });
    const document = {
      files: files.map(({ name, text }) => ({ name, text, sha256: sha256(text) })),
      changes,
      links,
      revisions,
      whole: verdict.kind === 'whole',
      sentence: describeVerdict(verdict),
    };
    return { document };
  },

  listExceptions: listedExceptions,
  addException: addedException,
  endException: endedException,
  listAnnouncements: listedAnnouncements,
  announceChange: addedAnnouncement,
  endAnnouncement: endedAnnouncement,
};

/** The controls of the organization, what was decided about them, and the evidence. */
export const controls = { contract: controlsContract, operations };

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
