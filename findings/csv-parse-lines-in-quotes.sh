#!/usr/bin/env bash
# csv-parse 7.0.3 counts a line end of two characters inside quotes as two lines.
# `info.lines` of a record names the line on which it ends. For the same table it says 1, 3, 4 with LF, and 1, 4, 5 with
# CRLF, since each CR and each LF inside quotes counts; outside of quotes CRLF counts once. An error message made of it
# points past the line, by one more for every line end in a cell: the files of spreadsheets on Windows have both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csv-parse@7.0.3
cat > lines.mjs <<'MJS'
import { parse } from 'csv-parse/sync';
const linesOf = (text) => parse(text, { info: true }).map(({ info }) => info.lines).join(' ');
const table = 'name,note\nann,"one\ntwo"\nbob,three\n';
console.log('LF:', linesOf(table));
console.log('CRLF:', linesOf(table.replaceAll('\n', '\r\n')));
MJS
printed=$(node lines.mjs)
echo "$printed"
[ "$printed" = $'LF: 1 3 4\nCRLF: 1 4 5' ]
