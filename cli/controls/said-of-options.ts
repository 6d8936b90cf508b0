import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { Problem } from '../../shared/admin-api/problem.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { givenAs } from '../records/record-options.ts';

/** Says of wrong fields by which option or argument they are given. */
export async function saidOfOptions<T, Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Problem && error.fields.length > 0) {
      throw wrongUsage(error.fields.map(({ field, problem }) => `${givenAs(record, field)} ${problem}`).join('\n'));
    }
    throw error;
  }
}
