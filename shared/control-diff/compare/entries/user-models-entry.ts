import { type Json, isList, isUnset } from '../../../controls/json.ts';
import { compareCollections } from '../../../coverage/compare-elements.ts';
import { isCoveredIn, isMetIn } from '../../../coverage/effective.ts';
import { isActor } from '../../element-traits.ts';
import { changed, tightened, type Verdict } from '../../finding.ts';
import type { MapEntry } from '../../place.ts';
import { graver } from '../../severity-steps.ts';
import { isTree, memberOf, textsAt, textsOf } from '../../tree.ts';
import { nameList, quoted } from '../../words/phrases.ts';

const allowing = ['allowedModelIds', 'allowedModels', 'allowed', 'allow', 'models'];
const blocking = ['blockedModelIds', 'blockedModels', 'blocked', 'block', 'deny'];
const opening = ['allowAllServiceModels', 'allowCustomModels', 'isFastModelsAllowed'];

/** Judges the models that one user may use in addition to the organization's rules. */
export function verdictOnUserModels(entry: MapEntry): Verdict {
  const { name, before, after, shape, context } = entry;
  const allowed = compareCollections('model', modelsIn(before, allowing), modelsIn(after, allowing));
  const blocked = compareCollections('model', modelsIn(before, blocking), modelsIn(after, blocking));
  const opened = opening.filter((key) => memberOf(after, key) === true && memberOf(before, key) !== true);
  const user = `The user ${quoted(name)}`;
  const gained = [
    ...(allowed.isWider ? [...allowed.added, ...allowed.broadened.map(({ to }) => to)] : []),
    ...allowed.broadened.filter(() => !allowed.isWider).map(({ to }) => to),
    ...(blocked.isNarrower ? [...blocked.removed, ...blocked.narrowed.map(({ from }) => from)] : []),
  ];
  if (isUnset(after)) {
    const notes = ['What holds for the organization may be stricter for this user than before, or less strict.'];
    const effect = `${user} no longer has rules on models of their own: those of the organization apply.`;
    return changed(shape.severity, effect, { notes });
  }
  if (isWithinAll(entry, gained) && blocked.removed.length + opened.length === 0) {
    const effect = `${user} now has a list of models of their own, ${nameList(gained)}: all of it is allowed to everyone.`;
    return tightened('info', effect, { added: gained });
  }
  if (gained.length + opened.length > 0) {
    return {
      ...onGained(entry, gained),
      effect:
        gained.length > 0
          ? `${user} may now use ${nameList(gained)}.`
          : `${user} may now use models beyond those listed.`,
      added: allowed.added,
      removed: blocked.removed,
      isActorProfiting: isActor(name, context.judge.actor),
    };
  }
  const lost = [
    ...allowed.removed,
    ...allowed.narrowed.map(({ from }) => from),
    ...blocked.added,
    ...blocked.broadened.map(({ to }) => to),
  ];
  if (lost.length === 0 && allowed.added.length + allowed.removed.length + blocked.removed.length > 0) {
    return changed('info', `${user} has a list of models that is written otherwise, and allows what it did.`);
  }
  if (allowed.removed.length > 0 && modelsIn(after, allowing).length === 0) {
    return changed(
      shape.severity,
      `${user} no longer has a list of models of their own: either they may use none, or those of the organization.`,
      { added: blocked.added, removed: allowed.removed },
    );
  }
  if (lost.length > 0) {
    const effect = `${user} may no longer use ${nameList(lost)}.`;
    return tightened('info', effect, { added: blocked.added, removed: allowed.removed });
  }
  const notes = ['This user may be able to use more models than before, or fewer.'];
  return changed(shape.severity, `${user} has other rules on models now.`, { notes });
}

/** Users whose own rules allow one of some models, in the order of the rules. */
export function usersWithOwn(policies: Json | undefined, models: readonly string[]): readonly string[] {
  const isTaken = askedOnce((model) => isMetIn('model', models, model));
  return Object.entries(isTree(policies) ? policies : {})
    .filter(([, rules]) => {
      const blocked = modelsIn(rules, blocking);
      return modelsIn(rules, allowing).some((model) => isTaken(model) && !isCoveredIn('model', blocked, model));
    })
    .map(([user]) => user);
}

/** Caches answers: very many users have few models. */
function askedOnce(ask: (model: string) => boolean): (model: string) => boolean {
  const answers = new Map<string, boolean>();
  return (model) => {
    const answer = answers.get(model) ?? ask(model);
    answers.set(model, answer);
    return answer;
  };
}

/** A user's first list that only holds models allowed to all gives the user nothing more. */
function isWithinAll({ before, context }: MapEntry, gained: readonly string[]): boolean {
  const lists = [context.before, context.after].map((settings) => textsAt(settings, 'modelPolicy.allowedModelIds'));
  return (
    gained.length > 0 &&
    modelsIn(before, allowing).length === 0 &&
    lists.every((list) => list.length > 0 && gained.every((model) => isCoveredIn('model', list, model))) &&
    !gained.some((model) => isBlocked(model, context))
  );
}

function onGained(
  { shape, context }: MapEntry,
  gained: readonly string[],
): Pick<Verdict, 'direction' | 'severity' | 'notes'> {
  const again = gained.filter((model) => isBlocked(model, context));
  if (again.length === 0) {
    return { direction: 'loosened', severity: shape.severity, notes: [] };
  }
  const notes = [`Graver than usual: the organization blocks ${nameList(again)}.`];
  return { direction: 'loosened', severity: graver('high', shape.severity), notes };
}

const blockedIn = new WeakMap<ReadonlySet<string>, (model: string) => boolean>();

function isBlocked(model: string, { blockedModels }: MapEntry['context']): boolean {
  const ask = blockedIn.get(blockedModels) ?? askedOnce((each) => isMetIn('model', [...blockedModels], each));
  blockedIn.set(blockedModels, ask);
  return ask(model);
}

function modelsIn(value: Json | undefined, keys: readonly string[]): readonly string[] {
  if (isList(value)) {
    return keys === allowing ? textsOf(value) : [];
  }
  return keys.flatMap((key) => textsOf(memberOf(value, key)));
}
