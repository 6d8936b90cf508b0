import type { Random } from '../random.ts';
import type { EnterpriseSettings } from './settings.ts';

export type ControlActor = { readonly id: string; readonly email: string; readonly name: string };

/** Changes its own copy of the settings in place. An edit without a change makes no revision. */
export type Edit = (
  settings: EnterpriseSettings,
  context: {
    readonly random: Random;
    readonly actor: ControlActor;
    /** Ids of members that a grant may name. */
    readonly memberIds: readonly string[];
    /** All earlier settings, oldest first; at least one. */
    readonly past: readonly EnterpriseSettings[];
  },
) => void;

export type Storyline = {
  readonly name: string;
  readonly steps: (random: Random) => readonly { readonly afterMs: number; readonly edit: Edit }[];
};

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export function single(name: string, edit: Edit): Storyline {
  return { name, steps: () => [{ afterMs: 0, edit }] };
}

/** Opens something and closes it after a random time within the bounds. */
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

export function including(list: readonly string[] | undefined, item: string): string[] {
  return [...excluding(list, item), item];
}

export function excluding(list: readonly string[] | undefined, item: string): string[] {
  return (list ?? []).filter((present) => present !== item);
}

export function listing(list: readonly string[] | undefined, item: string, isListed: boolean): string[] {
  return isListed ? including(list, item) : excluding(list, item);
}

/** Rotates the list by one place or more. */
export function rotated<T>(list: readonly T[], places: number): T[] {
  const split = list.length === 0 ? 0 : places % list.length;
  return [...list.slice(split), ...list.slice(0, split)];
}
