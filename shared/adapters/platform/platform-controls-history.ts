import type { ControlsHistory, UnreadableRow } from '../../application/controls/ports.ts';
import type { Actor, Revision } from '../../domain/controls/revision.ts';
import type { ControlsChange } from './endpoints/controls-history.ts';
import type { ControlsCalls } from './platform-calls.ts';
import { raiseAsPortError } from './port-error.ts';
import type { FieldProblem } from './reading/field-problem.ts';
import type { QuarantinedRow } from './reading/findings.ts';
import { redactionVersion, redactSettings } from './redaction/redact-settings.ts';
import type { Fingerprint } from './redaction/redact-text.ts';

const pageSize = 100;
const revisionDigitsMax = 15;

/**
 * The platform's history of control changes. What it hands on holds no secret: each is replaced before anything else
 * sees it. `fingerprint`: stands in the place of secrets, asked for when the first page is read.
 */
export function platformControlsHistory(
  client: Pick<ControlsCalls, 'controlsHistory'>,
  fingerprint: () => Promise<Fingerprint>,
): ControlsHistory {
  return {
    async *pages() {
      const fingerprintOf = await fingerprint();
      try {
        for await (const page of client.controlsHistory({ limit: pageSize })) {
          const revisions = page.rows.map((change) => toRevision(change, fingerprintOf));
          yield { revisions, unreadable: page.quarantined.map(toUnreadable) };
        }
      } catch (error) {
        raiseAsPortError(error);
      }
    },
  };
}

function toRevision(
  { revision, settings, settingsProblems, user, updatedAt }: ControlsChange,
  fingerprint: Fingerprint,
): Revision {
  return {
    revision,
    settings: redactSettings(settings, fingerprint),
    problems: settingsProblems.map(describeProblem),
    actor: actorOf(user),
    updatedAt,
    redaction: redactionVersion,
  };
}

function actorOf(user: ControlsChange['user']): Actor {
  return {
    ...(user?.id === undefined ? {} : { id: user.id }),
    ...(user?.email === undefined ? {} : { email: user.email }),
    ...(user?.name === undefined ? {} : { name: user.name }),
  };
}

/** The id of a row is its `revision`: only a whole number is one, since anything else might be anything. */
function toUnreadable({ id, path, ...problem }: QuarantinedRow): UnreadableRow {
  const isNumber = id !== undefined && id.length <= revisionDigitsMax && /^\d+$/u.test(id);
  return { ...(isNumber ? { revision: Number(id) } : {}), problem: `${path} ${describeProblem(problem)}` };
}

function describeProblem({ field, problem }: FieldProblem): string {
  return field === '' ? problem : `${field}: ${problem}`;
}
