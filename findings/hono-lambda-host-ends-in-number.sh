#!/usr/bin/env bash
# hono 4.13.19 on Lambda answers 400 by itself, and calls no handler, where the host of an event ends in a number.
# The address of a request is made from `requestContext.domainName`, and the URL standard takes a host whose last part is a
# number for an IPv4 address: `id.execute-api.127.0.0.1`, as an emulator of API Gateway on this machine names it, is none.
# The answer is "Invalid request", with a line on standard error; neither a handler nor `onError` sees the call. A name that
# ends in letters (`localhost`) works.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund hono@4.13.19
cat > host.mjs <<'MJS'
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
const app = new Hono();
app.get('/status', (context) => context.text('handled'));
app.onError((error, context) => context.text(error.message, 500));
const handler = handle(app);
for (const host of ['127.0.0.1', 'localhost']) {
  const http = { method: 'GET', path: '/status', sourceIp: '127.0.0.1' };
  const requestContext = { domainName: `id.execute-api.${host}`, stage: '$default', http };
  const event = { version: '2.0', rawPath: '/status', rawQueryString: '', headers: {}, requestContext };
  const { statusCode, body } = await handler({ ...event, isBase64Encoded: false });
  console.log(`${host}: ${statusCode} ${body}`);
}
MJS
printed=$(node host.mjs 2>/dev/null)
echo "$printed"
[ "$printed" = $'127.0.0.1: 400 Invalid request\nlocalhost: 200 handled' ]
