import type { CollectionChange } from '../../../shared/coverage/compare-elements.ts';

/** Everything that a change names. */
export function flat({ added, removed, broadened, narrowed }: CollectionChange): readonly string[] {
  return [...added, ...removed, ...[...broadened, ...narrowed].flatMap(({ from, to }) => [from, to])];
}
