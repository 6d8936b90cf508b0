#!/usr/bin/env bash
# fast-check 4.10.2 never draws near a maximum that is written down.
# `fc.array(fc.nat(), { maxLength: 1000 })` gave no list of more than 10 elements in 5,000 draws: the default size
# bounds a length by 2 x minLength + 10, also where maxLength is given. A property "up to 1,000 rows" tries 10.
# `defaultSizeToMaxWhenMaxSpecified: true` in configureGlobal makes the written maximum count.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund fast-check@4.10.2
cat > draw.mjs <<'EOF'
import fc from 'fast-check';
function longest(lists) {
  let length = 0;
  fc.assert(fc.property(lists, (list) => void (length = Math.max(length, list.length))), { numRuns: 5000, seed: 7 });
  return length;
}
const lists = () => [fc.array(fc.nat(), { maxLength: 1000 }), fc.string({ minLength: 3, maxLength: 1000 })];
console.log('by default:', ...lists().map(longest));
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
console.log('with defaultSizeToMaxWhenMaxSpecified:', ...lists().map(longest));
EOF
printed=$(node draw.mjs)
echo "$printed"
[ "$printed" = $'by default: 10 16\nwith defaultSizeToMaxWhenMaxSpecified: 1000 1000' ]
