import type { OperationDocument } from '../../api/door.ts';

/** How everything stands, as the door says it. */
export type Status = OperationDocument<'showHome'>;
