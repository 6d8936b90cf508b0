import { redactAgain } from '../../adapters/platform/redaction/redact-settings.ts';
import type { DecisionPorts } from '../../application/controls/decide-on-controls.ts';
import type { EvaluatedRevision } from '../../application/controls/evaluated-revisions.ts';
import {
  findRevision,
  openRevisions,
  type RevisionRules,
  type StoredRevisions,
} from '../../application/queries/read-revisions.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import { systemClock } from '../../runtime/system-clock.ts';
import { controlsRules } from '../../wiring/controls-rules.ts';
import type { Installation } from '../../wiring/installation.ts';
import { revisionsAsServed } from '../../wiring/redacted-again.ts';
import type { OperationWork } from '../operation.ts';
import { Problem } from '../problem.ts';

/** How changes are judged: the settings of the installation weigh what is shown. */
export function revisionRules(installation: Installation): RevisionRules {
  const policy = installation.readSettings().controls;
  return { diff: controlsRules(policy).diff, policy };
}

/** The installation, its revisions redacted by one set of rules as far as the platform still serves them. */
export function asServed(installation: Installation): Installation {
  return { ...installation, revisions: revisionsAsServed(installation.revisions) };
}

/** What operations about the stored controls work on. */
export async function revisionsOf(installation: Installation): Promise<StoredRevisions> {
  return openRevisions(installation, revisionRules(installation));
}

/** One stored revision with what it changed. Raises Problem when it is not stored. */
export async function storedRevision(stored: StoredRevisions, revision: number): Promise<EvaluatedRevision> {
  const found = await findRevision(stored, revision);
  if (found === undefined) {
    throw notStored(revision);
  }
  return found;
}

export function notStored(revision: number): Problem {
  return new Problem(
    'not-found',
    `Revision ${revision} is not stored; see "controls list", or run "run controls" to read the history now`,
  );
}

export function decisionPorts({ installation, ids }: OperationWork): DecisionPorts {
  const { decisions, evidence, journal } = installation;
  return { decisions, evidence, journal, ids, clock: systemClock };
}

/**
 * Settings that a caller gives, which hold marks in the place of secrets. The key that makes marks is not at the API:
 * a secret among them raises Problem, and goes no further.
 */
export function givenSettings(settings: Readonly<Record<string, unknown>>): JsonObject {
  // They come from JSON, which holds nothing that is not JSON.
  return redactAgain(settings as JsonObject, () => {
    throw new Problem(
      'refused',
      'The settings hold a secret, which cannot be told apart from those that are known here; give the number of a stored revision, or take the secrets out',
    );
  });
}
