import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';

import type { Lease, LeaseClaim } from '../lease.ts';

/** Sets an absolute end of an unchanged lease, so that it may be sent twice. */
export function moveExpiry(table: string, { name, owner, fence, expiresAtMs }: Lease): UpdateOf<Lease> {
  return {
    TableName: table,
    Key: { name },
    UpdateExpression: 'SET expiresAtMs = :expiresAtMs',
    ConditionExpression: '#owner = :owner AND fence = :fence',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': owner, ':fence': fence, ':expiresAtMs': expiresAtMs },
  };
}

/** Takes a lease whose row satisfies `takeGivenBack`; the caller judges any other row. */
export function takeLease(table: string, { name, owner, nowMs, durationMs }: LeaseClaim): UpdateOf<Lease> {
  return {
    TableName: table,
    Key: { name },
    UpdateExpression: 'SET #owner = :owner, fence = :nowMs, expiresAtMs = :untilMs',
    ConditionExpression:
      'attribute_type(#owner, :text) AND expiresAtMs = :givenBack AND fence BETWEEN :first AND :before',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: {
      ':owner': owner,
      ':nowMs': nowMs,
      ':untilMs': nowMs + durationMs,
      ':text': 'S',
      ':givenBack': 0,
      ':first': 1,
      ':before': nowMs - 1,
    },
  };
}

type UpdateOf<Row extends { readonly name: string }> = UpdateCommandInput & {
  readonly Key: Pick<Row, 'name'>;
  readonly UpdateExpression: string;
};
