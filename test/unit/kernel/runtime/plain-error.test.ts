import { expect, test } from 'vitest';

import { describeError, plainError } from '../../../../shared/kernel/runtime/plain-error.ts';

const secret = 'hunter2';

/** As the SDK and HTTP libraries throw them: with request, headers and body hanging on. */
function errorWithBaggage(message: string, options?: ErrorOptions): Error {
  return Object.assign(new Error(message, options), {
    $response: { headers: { authorization: secret }, body: secret },
    config: { key: secret },
  });
}

test('only name, message and stack of an error and its causes are shown', () => {
  const cause = errorWithBaggage('connection reset');

  const facts = describeError(errorWithBaggage('the table could not be read', { cause }));

  expect(facts).toMatchObject({
    name: 'Error',
    message: 'the table could not be read',
    cause: { name: 'Error', message: 'connection reset' },
  });
  expect(JSON.stringify(facts)).not.toContain(secret);
});

test('a cause that is no error is left out', () => {
  expect(describeError(new Error('refused', { cause: { body: secret } }))).not.toHaveProperty('cause');
});

test('a chain of causes ends', () => {
  const loop = new Error('loop');
  loop.cause = loop;

  const text = JSON.stringify(describeError(loop));

  expect(text.match(/"message"/g)).toHaveLength(4);
});

test('a plain error keeps the name and loses the fields', () => {
  const error = errorWithBaggage('throttled');
  error.name = 'ThrottlingException';

  const plain = plainError(error);

  expect(plain.name).toBe('ThrottlingException');
  expect(plain.message).toBe('throttled');
  expect(plain).not.toHaveProperty('$response');
  expect(plain).not.toHaveProperty('config');
});

test('a thrown value that is not an error is not shown', () => {
  expect(plainError(secret).message).toContain('no error');
});
