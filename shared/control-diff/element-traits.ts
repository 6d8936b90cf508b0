import type { Actor } from '../controls/revision.ts';
import { breadthOf } from '../coverage/breadth.ts';
import { isDangerousCommand, riskOfCommand } from '../coverage/commands/risky-command.ts';
import type { ElementKind } from '../coverage/compare-elements.ts';
import { isCredentialHost } from '../coverage/patterns/credential-host.ts';
import { pathPattern } from '../coverage/patterns/path-pattern.ts';
import { isOpenSuffix, isUploadHost } from '../coverage/patterns/registrable-domain.ts';
import { isAgentSocket, isHookPath, isSecretPath } from '../coverage/sensitive-path.ts';

const systemPath =
  /^(?:\/(?:etc|usr|bin|sbin|lib|lib64|boot|root|dev|proc|sys|efi|var\/(?:run|root|db|spool)|system|library)|(?:[a-z]:\/(?:windows|program files(?: \(x86\))?|programdata)|\$(?:systemroot|windir|programfiles|programw6432|programdata|commonprogramfiles|systemdrive)))(?:\/|$|\*)/iu;

const traits = {
  everything: ({ kind, element }) => breadthOf(kind, element) === 'everything',
  wide: ({ kind, element }) => breadthOf(kind, element) !== 'usual',
  launcher: ({ element }) => isLauncher(element),
  'secret-path': ({ element }) => isSecretPath(element),
  'hook-path': ({ element }) => isHookPath(element),
  'system-path': ({ element }) => systemPath.test(element) || systemPath.test(pathPattern(element) ?? ''),
  'agent-socket': ({ element }) => isAgentSocket(element),
  'upload-host': ({ element }) => isUploadHost(element),
  'open-suffix': ({ element }) => isOpenSuffix(element),
  'credential-host': ({ element }) => isCredentialHost(element),
  'risky-command': ({ element }) => riskOfCommand(element) !== undefined,
  'dangerous-command': ({ element }) => isDangerousCommand(element),
  'insecure-url': ({ element }) => /^\s*http:/iu.test(element),
  'is-actor': ({ element, actor }) => isActor(element, actor),
} as const satisfies Readonly<
  Record<
    string,
    (of: { readonly kind: ElementKind; readonly element: string; readonly actor: Actor | undefined }) => boolean
  >
>;

export type ElementTrait = keyof typeof traits;

export function hasTrait(trait: ElementTrait, [kind, element]: readonly [ElementKind, string], actor?: Actor): boolean {
  return traits[trait]({ kind, element, actor });
}

/** Permission for a launcher is permission for any program; an address is not a program. */
function isLauncher(element: string): boolean {
  const risk = riskOfCommand(element);
  return !element.includes('://') && (risk === 'shell' || risk === 'interpreter');
}

export function isActor(name: string, actor: Actor | undefined): boolean {
  const same = (other: string | undefined): boolean =>
    other !== undefined && other !== '' && other.trim().toLowerCase() === name.trim().toLowerCase();
  return same(actor?.id) || same(actor?.email);
}
