import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import { rankOf } from '../../../shared/control-diff/severity-steps.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { breadthOf } from '../../../shared/coverage/breadth.ts';
import { compareElements } from '../../../shared/coverage/compare-elements.ts';
import { isSecretPath } from '../../../shared/coverage/sensitive-path.ts';

const outside = [
  '~root/.ssh',
  '~root',
  '%USERPROFILE%',
  '%APPDATA%\\x',
  '%HOMEDRIVE%%HOMEPATH%',
  '$env:USERPROFILE\\.ssh',
  'C:',
  'C:foo',
  'c:/Users/ann',
  '\\\\server\\share',
  '\\\\?\\C:\\',
  '\\\\.\\pipe\\docker_engine',
  '\\\\wsl$\\Ubuntu',
  '//server/share',
  'file:///',
  'FILE:/etc',
  'file://server/share',
  'file:..',
  'file:///%65tc',
  '$TMPDIR/..',
  '$SSH_AUTH_SOCK',
  '${SSH_AUTH_SOCK}',
  '$PWD/..',
  '$(pwd)',
  '`pwd`',
  './a/../../b',
  'a/b/../../..',
  '..',
  ' ../x ',
  '..\\x',
  'a\\..\\..\\x',
  '**/..',
  '{..,x}/y',
  '[.][.]/x',
  '%2e%2e/x',
  '..%2fx',
  '~/../ann',
  '/proc/self/root/etc',
  '/proc/self/cwd/..',
  'smb://server/share',
  'HKLM:\\x',
  // Slashes, dots and blanks that only look like others, or that nobody sees.
  '\u2215etc',
  '\uFF0Fetc',
  '..\u2044..',
  '\u2024\u2024/x',
  '\u200B/etc',
  '\uFF5Eroot',
  './a\u202E/..',
  '',
  '\u0000',
];

const inside = [
  '.',
  './',
  ' ./ ',
  'src',
  './src/',
  'src/**',
  './a/../b',
  './src//x',
  'a b',
  'naïve/ä',
  '@acme/x',
  'ソース',
];

test.for(outside)('a path “%s” is not in the project', (path) => {
  expect(['wider', 'overlapping', 'apart']).toContain(compareElements('path', './', path));

  for (const list of ['allowWrite', 'allowRead'] as const) {
    const at = (...paths: string[]): JsonObject => ({ sandbox: { filesystem: { [list]: paths } } });
    expect(diffControls(at('./'), at('./', path))).toMatchObject([{ direction: 'loosened' }]);
  }
  const sockets = (...paths: string[]): JsonObject => ({ sandbox: { network: { allowUnixSockets: paths } } });
  const [change] = diffControls(sockets('./'), sockets('./', path));
  expect([change?.direction, rankOf(change?.severity ?? 'info') <= rankOf('high')]).toEqual(['loosened', true]);
});

test.for(inside)('a path “%s” is in the project', (path) => {
  expect(['equal', 'narrower']).toContain(compareElements('path', './', path));
});

test('no way of climbing out of the project is taken for a part of it', () => {
  const step = fc.constantFrom('a', '.', '..', '', 'b.c', '**', '*');
  const depthOf = (steps: readonly string[]): number => {
    let lowest = 0;
    steps.reduce((depth, each) => {
      const next = each === '..' ? depth - 1 : each === '.' || each === '' ? depth : depth + 1;
      lowest = Math.min(lowest, next);
      return next;
    }, 0);
    return lowest;
  };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 8 }), (steps) => {
      const path = `./${steps.join('/')}`;
      fc.pre(depthOf(steps) < 0);

      expect(['equal', 'narrower']).not.toContain(compareElements('path', './', path));
    }),
    { numRuns: 300 },
  );
});

describe('how much a path reaches', () => {
  test.for(
    [
      ['/', '//', '/./', '/..', '/*', '/**', '~', '$HOME', '%USERPROFILE%', 'C:', 'c:\\', '\\\\?\\C:\\', 'file:///'],
      ['/proc/self/root', '/proc/1/root/', '~/..', '$HOME/../..', '~root', '*'],
    ].flat(),
  )('“%s” is everything', (path) => {
    expect(breadthOf('path', path)).toBe('everything');
  });

  test.for(['C:\\Users', 'D:/work', '\\\\server\\share', '\\\\server\\c$', '..', '/opt', '\uFF0Fetc', '$X'])(
    '“%s” is wide',
    (path) => {
      expect(breadthOf('path', path)).toBe('wide');
    },
  );

  test('letter case means nothing on a drive or a share', () => {
    expect(compareElements('path', 'C:\\Users\\Ann', 'c:/users/ANN/')).toBe('equal');
    expect(compareElements('path', '\\\\Server\\Share\\X', '\\\\server\\share\\x')).toBe('equal');
  });

  test.for(['C:\\Users\\ann', 'C:\\Users', '~/.\u017Fsh', '/ETC', '/proc/self/root'])('“%s” holds secrets', (path) => {
    expect(isSecretPath(path)).toBe(true);
  });
});

describe('how much a domain lets through', () => {
  test.for(
    [
      [
        '*',
        ' * ',
        '**',
        '*.*',
        '*.',
        '.',
        'https://*',
        'http://*:443/',
        '//*',
        '*:443',
        '*:*',
        'https://*:*',
        '*://*/*',
      ],
      ['*:80-443', '*?', '?*', '.*', '.+', '^.*$', '/.*/', '(.*)', '\\w+', 'regex:.*', '<all_urls>', 'any', 'ALL'],
      ['*@*', 'user@*', '0.0.0.0/0', '::/0', '[::]/0', '0/0', 'http://0.0.0.0/0', '0.0.0.0-255.255.255.255', '\uFF0A'],
    ].flat(),
  )('“%s” is everything', (domain) => {
    expect(breadthOf('domain', domain)).toBe('everything');
  });

  test.for(
    [
      ['*.com', 'com', '.com', 'co.uk', '*.github.com', '*github.com', 'github.*', 'g*thub.com', '*\uFF0Ecom'],
      ['.*\\.com', '(a|b).com', '[a-z]*.com', '{a,b}.com', '!evil.com', '%', '10.0.0.0/8', '127.0.0.0/8', '0.0.0.0/1'],
      ['https:', '//', '\u2217', 'git\u200Bhub.com'],
    ].flat(),
  )('“%s” is wide', (domain) => {
    expect(breadthOf('domain', domain)).toBe('wide');
  });

  test.for(
    [
      ['github.com', 'github.com.', 'GITHUB.COM', 'github.com:443', 'github.com:*', 'https://github.com/acme/*'],
      ['10.0.0.1', '192.0.2.0/24', '::1', '[::1]:80', 'localhost', 'xn--mnchen-3ya.de', 'registry.npmjs.org'],
    ].flat(),
  )('“%s” is usual', (domain) => {
    expect(breadthOf('domain', domain)).toBe('usual');
  });

  test('the same host in another spelling is the same', () => {
    for (const other of [
      'GitHub.com',
      'github.com.',
      'https://github.com/',
      'github\u3002com',
      'github.com:*',
      ' github.com',
    ]) {
      expect([other, compareElements('domain', 'github.com', other)]).toEqual([other, 'equal']);
    }
  });
});

test.for([
  '169.254.169.254',
  'http://169.254.169.254/latest',
  '[fd00:ec2::254]',
  'Metadata.google.internal.',
  '100.100.100.200:80',
])('the metadata service %s is graver than a usual host', (host) => {
  const at = (...allowedDomains: string[]): JsonObject => ({ sandbox: { network: { allowedDomains } } });

  expect(diffControls(at('x.example'), at('x.example', host))).toMatchObject([{ severity: 'high' }]);
});

test.for(['0/0', '0.0.0.0/0', '*', '*.*.*.*', 'any', '::/0', '0.0.0.0/00'])(
  'addresses “%s” are all there are',
  (range) => {
    expect(breadthOf('cidr', range)).toBe('everything');
  },
);

test.for([
  ['10/8', '10.0.0.0/8'],
  ['10.*', '10.0.0.0/8'],
  ['192.168.1.*', '192.168.1.0/24'],
  ['172.16/12', '172.16.0.0/12'],
] as const)('addresses %s are %s', ([short, full]) => {
  expect(compareElements('cidr', short, full)).toBe('equal');
});

test.for(['$SHELL -c x', '`which sh`', '${X} y', '{bash,-c,x}', 'ba[s]h -c x', 'busybox sh'])(
  'a command “%s” may run anything',
  (command) => {
    expect(diffControls({ commandAllowlist: ['ls'] }, { commandAllowlist: ['ls', command] })).toMatchObject([
      { direction: 'loosened', severity: 'high' },
    ]);
  },
);
