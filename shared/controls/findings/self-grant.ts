import { gravest } from '../../control-diff/severity-steps.ts';
import { compareElements } from '../../coverage/compare-elements.ts';
import type { ControlChange } from '../control-change.ts';
import type { Actor } from '../revision.ts';
import { nameOfActor, type Finding, type Step } from './finding.ts';

/** Finds people who gave themselves access, by an allow list, a deny list or rules of their own. */
export function findSelfGrants(steps: readonly Step[]): readonly Finding[] {
  return steps.flatMap(({ revision: { revision, actor }, changes }) => {
    const grants = changes.filter((change) => isSelfGrant(change, actor));
    return grants.length === 0 ? [] : [describe(grants, actor, revision)];
  });
}

function isSelfGrant({ direction, field, path, added, removed }: ControlChange, actor: Actor): boolean {
  if (direction !== 'loosened') {
    return false;
  }
  const named = [...added, ...removed, ...keysIn(path)];
  const names = named.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  // A bare domain means its users only in a list of emails; elsewhere it is a host.
  const patterns = /email/iu.test(field) ? names.map((name) => name.replace(/^@?(?=[^@*\s]+$)/u, '*@')) : names;
  return names.includes(actor.id?.trim().toLowerCase() ?? '') || patterns.some((pattern) => holdsEmail(pattern, actor));
}

/** Whether an email or a pattern of emails is the actor's; `*` means everyone and is no self-grant. */
function holdsEmail(pattern: string, { email }: Actor): boolean {
  const isNobodys = email?.includes('@') !== true || /^[*@.]*$/u.test(pattern);
  return !isNobodys && ['equal', 'wider'].includes(compareElements('email', email, pattern));
}

function keysIn(path: string): readonly string[] {
  return Array.from(path.matchAll(/\[([^\]]*)\]/gu), ([, key = '']) => key.replace(/^\w+=/u, ''));
}

function describe(grants: readonly ControlChange[], actor: Actor, revision: number): Finding {
  const where = grants.map(({ path }) => path);
  return {
    kind: 'self-grant',
    severity: gravest(
      grants.map(({ severity }) => severity),
      'high',
    ),
    sentence: `${nameOfActor(actor)} let themselves in at ${listed(where)}.`,
    revisions: [revision],
    actor,
  };
}

const namedMax = 3;

function listed(names: readonly string[]): string {
  const more = names.length > namedMax ? ` and ${names.length - namedMax} more` : '';
  return `${names.slice(0, namedMax).join(', ')}${more}`;
}
