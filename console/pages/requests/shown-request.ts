import type { OperationDocument } from '../../api/door.ts';

/** One request with what it would give, as the door shows it. */
export type ShownRequest = OperationDocument<'showRequest'>;
