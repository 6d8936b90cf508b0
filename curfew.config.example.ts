import type { ConfigInput } from './infra/config.ts';

/**
 * What is deployed where. Copy this file to `curfew.config.ts` and replace every value; docs/operating.md goes through
 * it step by step. No key stands here: the platform's key goes into the secret that the deployment makes.
 */
export const curfew: ConfigInput = {
  /** A part of every stack's name: two stages are two deployments. One word of a-z and 0-9. */
  stage: 'prod',
  region: 'eu-central-1',
  /** The account that this may be deployed to, so that it never lands in another. */
  account: '111122223333',
  organizations: [
    {
      name: 'acme',
      baseUrl: 'https://platform.example.com',
      /**
       * The SES identity that sends, verified in this region, or `{ create: 'acme.example' }` for one that the deployment
       * makes. Left out: the domain of `mailFrom`.
       */
      mailIdentity: 'acme.example',
      /** What there is to set, and every default: shared/settings/contract/settings.ts. */
      settings: {
        admins: ['finops@acme.example'],
        mailFrom: 'curfew@acme.example',
        /**
         * Who may do what: nobody, you included, until a role is given. `role/NAME` is a role of IAM, as
         * `aws sts get-caller-identity` shows it after `assumed-role/`; docs/roles.md has emails and groups.
         */
        roles: {
          budgetAdmins: ['role/finops.example'],
          approvers: ['role/finops.example'],
          security: ['role/security.example'],
        },
      },
    },
  ],
};
