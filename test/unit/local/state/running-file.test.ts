import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';

import { beforeEach, describe, expect, test } from 'vitest';

import { claimRunning, type Claim, type ClaimOutcome } from '../../../../local/state/running-file.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf } = useScratchFolder();
let file = '';

beforeEach(() => {
  file = pathOf('running.json');
});

function claimed(): Claim {
  const outcome = claimRunning(file, 'installation');
  if (outcome.kind !== 'claimed') {
    throw new Error('the folder is free');
  }
  return outcome.claim;
}

function release(outcome: ClaimOutcome): void {
  if (outcome.kind === 'claimed') {
    outcome.claim.giveBack();
  }
}

function leftBy(pid: number, startedAtMs = Date.now()): void {
  writeFileSync(file, JSON.stringify({ pid, kind: 'installation', startedAtMs }));
}

describe('the right to work on a state folder', () => {
  test('has one holder at a time, and is free again when it is given back', () => {
    const claim = claimed();

    expect(claimRunning(file, 'command')).toMatchObject({ kind: 'taken', by: { pid: process.pid } });
    claim.giveBack();
    expect(existsSync(file)).toBe(false);
    claimed().giveBack();
  });

  test('lets others know where the parts answer', () => {
    const claim = claimed();
    const addresses = { dynamo: 'http://127.0.0.1:1', ses: 'http://127.0.0.1:2', platform: 'http://127.0.0.1:3' };

    claim.announce(addresses);

    expect(claimRunning(file, 'command')).toMatchObject({ kind: 'taken', by: { addresses } });
    claim.giveBack();
  });

  test('is taken over from a process that is gone', () => {
    leftBy(spawnSync(process.execPath, ['--version']).pid);

    claimed().giveBack();

    expect(readdirSync(pathOf())).toEqual([]);
  });

  test('is taken over from before the machine was started, whoever has that number now', () => {
    leftBy(process.ppid, 0);

    const outcome = claimRunning(file, 'command');

    expect(outcome.kind).toBe('claimed');
    release(outcome);
  });

  test('is taken over from an earlier process of the same number as this one', () => {
    leftBy(process.pid);

    const outcome = claimRunning(file, 'command');

    expect(outcome.kind).toBe('claimed');
    release(outcome);
  });

  test('stays with a process that lives', () => {
    leftBy(process.ppid);

    expect(claimRunning(file, 'command')).toMatchObject({ kind: 'taken', by: { pid: process.ppid } });
  });

  test('is taken over when the file says nothing', () => {
    writeFileSync(file, '{');

    const outcome = claimRunning(file, 'command');

    expect(outcome.kind).toBe('claimed');
    release(outcome);
  });
});
