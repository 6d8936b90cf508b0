import type { OperationDocument } from '../../api/call-api.ts';

/** One request with what it would give, as the API shows it. */
export type ShownRequest = OperationDocument<'showRequest'>;
