import { expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { Judge } from '../../../shared/control-diff/place.ts';
import type { ControlChange, Direction } from '../../../shared/controls/control-change.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import type { Severity } from '../../../shared/notifications/severity.ts';

/** One row of CONTROLS.md tried: what is changed, and what has to be said of it. */
export interface Row {
  readonly rule: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly judge?: Judge;
  /** The worst change; none when nothing may be said, or only something quiet. */
  readonly worst?: { readonly path: string; readonly is: `${Severity} ${Direction}`; readonly says?: RegExp };
  /** Why each of the other changes is quiet. */
  readonly quiet?: readonly ('dormant' | 'format-only')[];
}

/** Makes a test of every row. */
export function tryRows(rows: readonly Row[]): void {
  for (const row of rows) {
    test(`${row.rule}`, () => {
      const changes = diffControls(row.before, row.after, row.judge ?? {});

      const loud = changes.filter((change) => change.quiet === undefined);
      expect(loud[0] === undefined ? undefined : verdictOf(loud[0])).toEqual(
        row.worst === undefined ? undefined : { path: row.worst.path, is: row.worst.is },
      );
      expect(loud[0]?.sentence ?? '').toMatch(row.worst?.says ?? /^/u);
      expect(changes.flatMap(({ quiet }) => quiet ?? [])).toEqual(row.quiet ?? []);
    });
  }
}

function verdictOf({ path, severity, direction }: ControlChange): object {
  return { path, is: `${severity} ${direction}` };
}

/** Settings with a value at a path of keys: `at('sandbox.enabled', true)`. */
export function at(path: string, value: JsonObject[string]): JsonObject {
  const [key = '', ...rest] = path.split('.');
  return { [key]: rest.length === 0 ? value : at(rest.join('.'), value) };
}
