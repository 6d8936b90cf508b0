import { labelOf } from '../../control-diff/catalogue/catalogue.ts';
import { clipped } from '../../control-diff/words/phrases.ts';
import { minuteText } from '../../kernel/time/day.ts';
import { localTimeOf } from '../../kernel/time/time-zone.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { ControlChange, Direction } from '../control-change.ts';
import type { Actor } from '../revision.ts';

/** The sign's shape says the same as the word, so colour is not needed. */
const signs: Readonly<Record<Direction, string>> = { loosened: '▲', tightened: '▼', changed: '◆' };

export function ratingOf({ severity, direction, announced }: ControlChange): string {
  return `${severity} · ${signs[direction]} ${direction}${announced === undefined ? '' : ' · announced'}`;
}

export function toneOf(severity: Severity): 'grave' | 'serious' | 'plain' {
  if (severity === 'critical') {
    return 'grave';
  }
  return severity === 'high' || severity === 'medium' ? 'serious' : 'plain';
}

export function topicOf(field: string): string {
  return clipped(labelOf(field));
}

export function placeOf({ field, path }: ControlChange): string {
  const topic = topicOf(field);
  return topic === path ? topic : `${topic} (${path})`;
}

export function nameOf({ name, email, id }: Actor): string {
  const called = [name, email, id].find((each) => each !== undefined && each.trim() !== '');
  return called === undefined ? 'an unknown person' : clipped(called);
}

export function identityOf({ name, email, id }: Actor): string {
  const parts = [name, email, id === undefined ? undefined : `id ${id}`].filter(
    (each) => each !== undefined && each.trim() !== '',
  );
  return parts.length === 0
    ? 'an unknown person: the platform names no one'
    : parts.map((part) => clipped(part ?? '')).join(', ');
}

/** Formats an instant in UTC and in a time zone, if given: `2026-03-02 22:14 UTC (Tue 00:14 Europe/Kyiv)`. */
export function instantText(instant: string, timeZone?: string): string {
  const atMs = Date.parse(instant);
  if (Number.isNaN(atMs)) {
    return `${instant} (not an instant)`;
  }
  const utc = minuteText(new Date(atMs).toISOString());
  if (timeZone === undefined || timeZone === 'UTC') {
    return utc;
  }
  const { weekday, time } = localTimeOf(atMs, timeZone);
  return `${utc} (${weekday} ${time} ${timeZone})`;
}
