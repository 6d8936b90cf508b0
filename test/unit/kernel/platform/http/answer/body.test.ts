import { expect, test } from 'vitest';

import { parseJson } from '../../../../../../shared/kernel/platform/http/answer/body.ts';

test.each(['{"a":{"__proto__":{"admin":true},"b":1}}', '{"a":{"\\u005f_proto__":{"admin":true},"b":1}}'])(
  'a __proto__ key becomes a plain one however it is spelt, and what stands under it is seen',
  (text) => {
    const parsed = parseJson(text);

    expect(parsed).toEqual({ a: { '[__proto__]': { admin: true }, b: 1 } });
    expect(Object.assign({}, parsed)).not.toHaveProperty('admin');
    expect({}).not.toHaveProperty('admin');
  },
);

test('a key that looks like the plain one hides nothing', () => {
  const parsed = parseJson('{"[__proto__]":1,"__proto__":{"admin":true}}');

  expect(parsed).toEqual({ '[__proto__]': 1, '[[__proto__]]': { admin: true } });
});

test('other escapes are left to mean what they mean', () => {
  expect(parseJson('{"a":"\\u003cb\\u003e"}')).toEqual({ a: '<b>' });
});
