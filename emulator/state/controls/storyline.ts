import type { Random } from '../random.ts';
import type { EnterpriseSettings } from './settings.ts';

/** Who made a revision, as the history shows it. */
export type ControlActor = { readonly id: string; readonly email: string; readonly name: string };

/** What an edit may look at besides the settings that it changes. */
type EditContext = {
  readonly random: Random;
  readonly actor: ControlActor;
  /** Ids of members whom a grant may name. */
  readonly memberIds: readonly string[];
  /** All earlier settings, oldest first; the first edit already sees one. */
  readonly past: readonly EnterpriseSettings[];
};

/** Changes its own copy of the settings in place. An edit that finds nothing to change makes no revision. */
export type Edit = (settings: EnterpriseSettings, context: EditContext) => void;

/** One saved change of a storyline, `afterMs` milliseconds after the storyline began. */
type Step = { readonly afterMs: number; readonly edit: Edit };

/** An event that takes one or several revisions, all by one person. Lasts at most a week. */
export type Storyline = { readonly name: string; readonly steps: (random: Random) => readonly Step[] };

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A storyline of a single revision. */
export function single(name: string, edit: Edit): Storyline {
  return { name, steps: () => [{ afterMs: 0, edit }] };
}

/** A storyline that opens something and closes it again after a random time within the bounds. */
export function openedThenClosed(
  name: string,
  edit: (settings: EnterpriseSettings, isOpened: boolean) => void,
): Storyline {
  return {
    name,
    steps: (random) => [
      { afterMs: 0, edit: (settings) => edit(settings, true) },
      { afterMs: random.integer(15, 30 * 60) * minuteMs, edit: (settings) => edit(settings, false) },
    ],
  };
}

/** The list with the item at its end, once. */
export function including(list: readonly string[] | undefined, item: string): string[] {
  return [...excluding(list, item), item];
}

/** The list without the item. */
export function excluding(list: readonly string[] | undefined, item: string): string[] {
  return (list ?? []).filter((present) => present !== item);
}

/** The list with the item at its end, or without it. */
export function listing(list: readonly string[] | undefined, item: string, isListed: boolean): string[] {
  return isListed ? including(list, item) : excluding(list, item);
}

/** The list turned by one place or more: another order of the same items. */
export function rotated<T>(list: readonly T[], places: number): T[] {
  const split = list.length === 0 ? 0 : places % list.length;
  return [...list.slice(split), ...list.slice(0, split)];
}
