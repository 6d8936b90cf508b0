import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

import { itemWrites } from '../../table-writers.ts';
import { roleArn } from './role-arn.ts';

/**
 * Denies writes to all but some roles, whatever identity policies allow; without roles, to all. Roles are named, since
 * the table exists before them. Exact names, not tags: a session may bring its own tags. Administration is not denied:
 * the account can still change this policy, deploy and delete, which raises an alarm.
 */
export function tablePolicy(
  stack: Stack,
  { writers, hasTimeToLive }: { readonly writers: readonly string[]; readonly hasTimeToLive: boolean },
): PolicyDocument {
  const roles = writers.map((roleName) => roleArn(stack, roleName));
  const refusal = { effect: Effect.DENY, principals: [new AnyPrincipal()], resources: ['*'] };
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        ...refusal,
        sid: 'OnlyItsFunctionsWrite',
        actions: [...itemWrites],
        ...(roles.length > 0 && { conditions: { ArnNotEquals: { 'aws:PrincipalArn': roles } } }),
      }),
      ...(hasTimeToLive
        ? []
        : // DynamoDB itself removes expired items, which no policy prevents.
          [new PolicyStatement({ ...refusal, sid: 'NothingExpires', actions: ['dynamodb:UpdateTimeToLive'] })]),
    ],
  });
}
