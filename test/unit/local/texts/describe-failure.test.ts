import { expect, test } from 'vitest';

import { describeFailure } from '../../../../local/texts/describe-failure.ts';
import { BrokenItemError } from '../../../../shared/kernel/store/stored-item.ts';

test('a failure of our own is shown in its words alone, and any other with its name and without a stack', () => {
  expect(describeFailure(new BrokenItemError('the item is broken'))).toBe('the item is broken');
  expect(describeFailure(new BrokenItemError('the item of table curfew-ledger is broken.'))).toMatch(
    /broken\. If an earlier version/u,
  );
  expect(describeFailure(new TypeError('fetch failed'))).toBe('TypeError: fetch failed');
  expect(describeFailure('no error at all')).toContain('no name');
});

function systemError(code: string, facts: object = {}): Error {
  return Object.assign(new Error(`${code}: raw words`), { code, ...facts });
}

test.for<[Error, RegExp]>([
  [systemError('ENOSPC'), /^the disk is full \(ENOSPC\)\. Make room .* the next run does the rest\.$/u],
  [systemError('EROFS', { path: '/state/x' }), /^\/state\/x: the disk can only be read \(EROFS\)\. Make it writable/u],
  [systemError('EACCES', { path: '/state/x' }), /may not.*Check whose it is and its rights/u],
  [systemError('EMFILE'), /too many files are open.*ulimit -n/u],
  [
    systemError('EADDRINUSE', { address: '127.0.0.1', port: 4100 }),
    /^127\.0\.0\.1:4100: another program.*--port-base/u,
  ],
  [
    systemError('ECONNREFUSED', { address: '127.0.0.1', port: 4103 }),
    /^127\.0\.0\.1:4103: .*run it again, or npm start/u,
  ],
  [systemError('ECONNRESET'), /does not answer any more/u],
  [systemError('EPIPE'), /does not answer any more/u],
  [new TypeError('fetch failed', { cause: systemError('ECONNREFUSED') }), /does not answer any more/u],
  [new AggregateError([systemError('ECONNREFUSED')], 'none answers'), /does not answer any more/u],
  [new Error('Internal error: database or disk is full'), /^the disk is full\. Make room/u],
])('a failure of the system is said in words, with what to do: %s', ([error, said]) => {
  expect(describeFailure(error)).toMatch(said);
  expect(describeFailure(error)).not.toContain('raw words');
});

test('an engine that cannot start says why, and what to do', () => {
  const error = Object.assign(new Error('The engine did not start: database or disk is full'), {
    name: 'EngineStartError',
  });

  expect(describeFailure(error)).toMatch(/^The engine did not start.*\nthe disk is full\. Make room/u);
});
