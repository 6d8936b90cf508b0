import type { CollectionChange } from '../../../../../shared/domain/controls/coverage/compare-elements.ts';

/** Everything that a change names. */
export function flat({ added, removed, broadened, narrowed }: CollectionChange): readonly string[] {
  return [...added, ...removed, ...[...broadened, ...narrowed].flatMap(({ from, to }) => [from, to])];
}
