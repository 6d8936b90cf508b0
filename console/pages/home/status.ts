import type { OperationDocument } from '../../api/call-api.ts';

/** How everything stands, as the API says it. */
export type Status = OperationDocument<'showHome'>;
