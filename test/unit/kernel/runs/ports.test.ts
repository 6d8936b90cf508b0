import { expect, test } from 'vitest';

import * as ports from '../../../../shared/kernel/runs/ports.ts';

test('each error that a port of runs may raise names itself, so that a log tells which it was', () => {
  const { runGrants: _grants, ...errorsOfPorts } = ports;
  const errors = Object.entries(errorsOfPorts);

  expect(errors.length).toBeGreaterThan(3);
  for (const [name, PortError] of errors) {
    expect(new PortError('').name).toBe(name);
  }
});
