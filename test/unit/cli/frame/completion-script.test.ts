import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { completionScript, shells } from '../../../../cli/frame/completion-script.ts';
import { useScratchFolder } from '../../../support/scratch-folder.ts';

const { pathOf } = useScratchFolder();

function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

/** What bash offers for words, the last of which is being typed. */
function offered(words: readonly string[]): readonly string[] {
  const script = pathOf('completion.bash');
  writeFileSync(script, completionScript('bash'));
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const lines = [
    'set -eu',
    `source ${script}`,
    `source ${script}`,
    `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}`,
    '_curfew_complete',
    'printf "%s\\n" "${COMPREPLY[@]-}"',
  ];
  return execFileSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

describe('a script of completion', () => {
  test.each(shells.filter(has))('is sourced twice in %s without an error', (shell) => {
    const script = pathOf(`completion.${shell}`);
    writeFileSync(script, completionScript(shell));

    const { status, stderr } = spawnSync(shell, ['-c', `source ${script}; source ${script}`], { encoding: 'utf8' });

    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test.runIf(has('bash'))('completes commands, those inside others and options, after npx too', () => {
    expect(offered(['curfew', 'budg'])).toEqual(['budgets']);
    expect(offered(['npx', 'curfew', 'settings', 'val'])).toEqual(['validate']);
    expect(offered(['curfew', 'settings', 'set', '--def'])).toEqual(['--default']);
    expect(offered(['npx', 'vit'])).toEqual([]);
  });

  test.each(shells)('is for curfew and for npx in %s', (shell) => {
    expect(completionScript(shell)).toMatch(/\bnpx\b/);
    expect(completionScript(shell)).toContain('complete --');
  });
});
