import { figureFields } from '../../../shared/adapters/platform/endpoints/analytics-users.ts';

/** Fields of one list of an answer that platform-api.md names without a `?`. */
export interface DocumentedList {
  /** Where the list stands: `data`, or `data[].by_user` for a list in each item of another. */
  readonly path: readonly string[];
  readonly fields: readonly string[];
  /** Those of them without which Curfew can do nothing with an item. */
  readonly needed: readonly string[];
}

/** The answers that the trial looks into, field by field as platform-api.md has them; by path of the endpoint. */
export const documentedFields: Readonly<Record<string, readonly DocumentedList[]>> = {
  '/api/v0/organization/users': [
    {
      path: ['users'],
      fields: ['id', 'email', 'createdAt', 'metadata', 'firstName', 'lastName', 'lastSignInAt'],
      needed: ['id', 'email'],
    },
  ],
  '/api/v1/analytics/tokens': [
    {
      path: ['data'],
      fields: [
        'date',
        'billable_tokens',
        'input_tokens',
        'output_tokens',
        'cache_read_tokens',
        'cache_write_tokens',
        'by_model',
        'by_user',
      ],
      needed: ['date', 'billable_tokens', 'by_user'],
    },
    {
      path: ['data', 'by_user'],
      fields: ['user_id', 'user_email', 'billable_tokens', 'by_model'],
      needed: ['user_id', 'billable_tokens'],
    },
    {
      path: ['data', 'by_model'],
      fields: ['model_id', 'model_tier', 'billable_tokens', 'input_tokens', 'output_tokens'],
      needed: ['model_id', 'billable_tokens'],
    },
  ],
  '/api/v1/analytics/users': [
    {
      path: ['data'],
      fields: [
        'user_id',
        'user_email',
        'date',
        'billable_tokens',
        'primary_model',
        'primary_model_tier',
        ...figureFields,
        'delegation_level',
        'languages',
      ],
      needed: ['user_id', 'date', 'billable_tokens'],
    },
  ],
  '/api/v0/organization/enterprise-controls/history': [
    {
      path: ['changes'],
      fields: ['revision', 'settings', 'user', 'updatedAt'],
      needed: ['revision', 'settings', 'updatedAt'],
    },
  ],
  '/api/organization/maturity-level-reports': [
    {
      path: ['reports'],
      fields: ['reportId', 'createdAt', 'repoUrl', 'apps', 'report'],
      needed: ['reportId', 'createdAt', 'repoUrl', 'apps', 'report'],
    },
  ],
};
