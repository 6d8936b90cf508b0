/**
 * Whether a line matches a pattern of a filter of CloudWatch Logs: what is used of its syntax for JSON, which is
 * comparisons of `$.path` with a number or a text, whose `*` at the end stands for anything, joined by `&&`, `||` and parentheses. An absent field matches nothing.
 */
export function matches(pattern: string | undefined, line: object): boolean {
  const tokens = (pattern ?? '').match(/\$[\w.]+|"[^"]*"|>=|&&|\|\||[(){}=]|[\d.]+/gu) ?? [];
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const anyOf = (): boolean => {
    let is = allOf();
    while (tokens[at] === '||') {
      at += 1;
      is = allOf() || is;
    }
    return is;
  };
  const allOf = (): boolean => {
    let is = one();
    while (tokens[at] === '&&') {
      at += 1;
      is = one() && is;
    }
    return is;
  };
  const one = (): boolean => {
    if (tokens[at] === '(') {
      at += 1;
      const is = anyOf();
      at += 1;
      return is;
    }
    return compare(valueAt(line, next()), next(), next());
  };
  at = 1;
  const is = anyOf();
  if (tokens[at] !== '}' || at !== tokens.length - 1) {
    throw new Error(`this pattern is more than this reads: ${pattern}`);
  }
  return is;
}

function valueAt(line: object, path: string): unknown {
  return path
    .slice(2)
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      line,
    );
}

function compare(value: unknown, operator: string, operand: string): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') {
    return false;
  }
  if (operand.startsWith('"')) {
    const text = operand.slice(1, -1);
    return text.endsWith('*') ? String(value).startsWith(text.slice(0, -1)) : value === text;
  }
  return operator === '>=' ? Number(value) >= Number(operand) : value === Number(operand);
}
