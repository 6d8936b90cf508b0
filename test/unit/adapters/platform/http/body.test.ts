import { expect, test } from 'vitest';

import { parseJson } from '../../../../../shared/adapters/platform/http/body.ts';

test.each(['{"a":{"__proto__":{"admin":true},"b":1}}', '{"a":{"\\u005f_proto__":{"admin":true},"b":1}}'])(
  'a __proto__ key is dropped however it is spelt',
  (text) => {
    const parsed = parseJson(text);

    expect(parsed).toEqual({ a: { b: 1 } });
    expect(JSON.stringify(parsed)).toBe('{"a":{"b":1}}');
  },
);

test('other escapes are left to mean what they mean', () => {
  expect(parseJson('{"a":"\\u003cb\\u003e"}')).toEqual({ a: '<b>' });
});
