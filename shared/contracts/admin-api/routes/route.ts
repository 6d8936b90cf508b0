import type { Right } from '../../../domain/access/role.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One operation of the admin API, as plain data: server, command line, documentation and tests are derived from it.
 * What it takes and answers stands in the contract beside it.
 */
export interface Route {
  readonly method: Method;
  /** Parameters stand in braces: `/caps/{email}`. */
  readonly path: string;
  /** What a caller must be allowed to. */
  readonly right: Right;
  /** One sentence in the third person: what it does. */
  readonly purpose: string;
  /** It starts a run, which goes on after the answer. */
  readonly startsRun?: true;
  /** It answers a list, which is cut into pages on request. */
  readonly isList?: true;
}

export type Routes = Readonly<Record<string, Route>>;
