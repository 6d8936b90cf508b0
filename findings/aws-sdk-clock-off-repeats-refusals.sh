#!/usr/bin/env bash
# @aws-sdk/client-dynamodb 3.1162.0 sends a refused call again where the machine's clock is off.
# A server answers a put with ConditionalCheckFailedException, which nothing makes succeed. With a right clock one call
# is made. Where the answer's Date is an hour away, four are: the offset is measured anew with each answer and never the
# same to the millisecond, so that each error counts as "clock skew corrected" and is tried again, up to maxAttempts.
# disableClockSkewCorrection: true makes it one call again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @aws-sdk/client-dynamodb@3.1162.0
cat > count.mjs <<'EOF'
import { once } from 'node:events';
import { createServer } from 'node:http';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';

async function callsOf(aheadMs, options = {}) {
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    request.resume().on('end', () => {
      response.writeHead(400, { date: new Date(Date.now() + aheadMs + calls).toUTCString() });
      response.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException' }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    ...options,
  });
  const item = { TableName: 't', Item: { k: { S: 'a' } }, ConditionExpression: 'attribute_not_exists(k)' };
  const error = await client.send(new PutItemCommand(item)).catch(({ name }) => name);
  client.destroy();
  server.close();
  return `${error}, calls: ${calls}`;
}

console.log('clock right:', await callsOf(0));
console.log('clock an hour off:', await callsOf(3_600_000));
console.log('without correction:', await callsOf(3_600_000, { disableClockSkewCorrection: true }));
EOF
printed=$(node count.mjs 2>/dev/null)
echo "$printed"
[ "$printed" = 'clock right: ConditionalCheckFailedException, calls: 1
clock an hour off: ConditionalCheckFailedException, calls: 4
without correction: ConditionalCheckFailedException, calls: 1' ]
