import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

import { roleArn } from '../../role-arn.ts';
import { itemWrites } from '../../table-writers.ts';

/**
 * Refuses writes to everybody but some roles, whatever an identity of the account is allowed; without a role, to everybody.
 * The roles have names, since the table is there before them, and a policy of the table may not wait for theirs. By exact
 * names and not by tags: a session may bring tags of its own. Nothing is refused that looks after the table: the account
 * can still change this policy, deploy and delete, which raises an alarm.
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
        : // What expires is removed by the service itself, which no policy stops.
          [new PolicyStatement({ ...refusal, sid: 'NothingExpires', actions: ['dynamodb:UpdateTimeToLive'] })]),
    ],
  });
}
