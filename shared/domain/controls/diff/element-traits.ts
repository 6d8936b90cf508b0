import type { Actor } from '../revision.ts';
import { breadthOf } from '../coverage/breadth.ts';
import type { ElementKind } from '../coverage/compare-elements.ts';
import { pathPattern } from '../coverage/patterns/path-pattern.ts';
import { isCredentialHost, isUploadHost } from '../coverage/patterns/registrable-domain.ts';
import { riskOfCommand, commandCovers } from '../coverage/risky-command.ts';
import { isAgentSocket, isHookPath, isSecretPath } from '../coverage/sensitive-path.ts';
import type { SetShape } from './catalogue/field-rule.ts';
import type { Place } from './place.ts';
import { textsAt } from './tree.ts';

/** The traits that raise the severity of an element of a list. */
export type ElementTrait =
  | 'everything'
  | 'wide'
  | 'launcher'
  | 'secret-path'
  | 'hook-path'
  | 'system-path'
  | 'agent-socket'
  | 'upload-host'
  | 'credential-host'
  | 'risky-command'
  | 'dangerous-command'
  | 'insecure-url'
  | 'is-actor';

const systemPath =
  /^(?:\/(?:etc|usr|bin|sbin|lib|boot|root|var\/run|system|library)|[a-z]:\/(?:windows|program files(?: \(x86\))?|programdata))(?:\/|$|\*)/iu;

/** Whether an element has a trait. `actor` is the author of the change. */
export function hasTrait(trait: ElementTrait, [kind, element]: readonly [ElementKind, string], actor?: Actor): boolean {
  switch (trait) {
    case 'everything':
      return breadthOf(kind, element) === 'everything';
    case 'wide':
      return breadthOf(kind, element) !== 'usual';
    case 'launcher':
      return isLauncher(element);
    case 'secret-path':
      return isSecretPath(element);
    case 'hook-path':
      return isHookPath(element);
    case 'system-path':
      return systemPath.test(element) || systemPath.test(pathPattern(element) ?? '');
    case 'agent-socket':
      return isAgentSocket(element);
    case 'upload-host':
      return isUploadHost(element);
    case 'credential-host':
      return isCredentialHost(element);
    case 'risky-command':
      return riskOfCommand(element) !== undefined;
    case 'dangerous-command':
      return ['destructive', 'exfiltrating'].includes(riskOfCommand(element) ?? '');
    case 'insecure-url':
      return /^\s*http:/iu.test(element);
    case 'is-actor':
      return isActor(element, actor);
  }
}

/** Permission for one of these programs is permission for any program; an address is not a program. */
function isLauncher(element: string): boolean {
  const risk = riskOfCommand(element);
  return !element.includes('://') && (risk === 'shell' || risk === 'interpreter');
}

/** Whether a name is that of the author of the change, by id or by email. */
export function isActor(name: string, actor: Actor | undefined): boolean {
  const same = (other: string | undefined): boolean =>
    other !== undefined && other !== '' && other.trim().toLowerCase() === name.trim().toLowerCase();
  return same(actor?.id) || same(actor?.email);
}

/** The most pairs that are compared. Beyond that nothing counts as overruled, which is the more severe reading. */
const pairsMax = 200_000;

/** The elements that another list of the same settings denies. */
export function overruledAmong({ shape, context }: Place<SetShape>, elements: readonly string[]): ReadonlySet<string> {
  if (shape.overruledBy === undefined) {
    return new Set();
  }
  const blocked = textsAt(context.after, shape.overruledBy.field);
  if (shape.element !== 'command') {
    const names = new Set(blocked);
    return new Set(elements.filter((each) => names.has(each)));
  }
  if (blocked.length * elements.length > pairsMax) {
    return new Set();
  }
  return new Set(elements.filter((each) => blocked.some((pattern) => commandCovers(pattern, each))));
}
