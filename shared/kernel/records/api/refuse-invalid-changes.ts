import { Problem } from '../../api/problem.ts';
import type { RecordCodec } from '../contract/record.ts';
import { changed, type RecordChange } from '../diff-records.ts';

const problemsMax = 100;

/** Raises Problem, before any change, where a row is valid by itself but not with the values that it leaves. */
export function refuseInvalidChanges<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  changes: readonly RecordChange<Terms>[],
): void {
  const problems = changes
    .filter(({ kind }) => kind !== 'remove')
    .flatMap((change) => {
      const read = record.parse(record.format(changed(change)));
      const title = record.kind.title(changed(change));
      return read.kind === 'refused' ? read.problems.map((text) => ({ field: title, problem: text })) : [];
    })
    .slice(0, problemsMax);
  if (problems.length > 0) {
    const lines = problems.map(
      ({ field, problem }) => `${field}, with the values that the file leaves as they are: ${problem}`,
    );
    throw new Problem('invalid-input', lines.join('\n'), { fields: problems });
  }
}
