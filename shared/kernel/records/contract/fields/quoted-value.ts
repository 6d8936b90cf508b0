const lengthMax = 60;

/** `shownValue` in quotes. */
export function quotedValue(value: unknown): string {
  return `"${shownValue(value)}"`;
}

/** An outside value fit for a message: at most 60 characters, without control and bidi characters. */
export function shownValue(value: unknown): string {
  const visible = textOf(value)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .toWellFormed();
  return visible.length > lengthMax ? `${visible.slice(0, lengthMax - 1).toWellFormed()}…` : visible;
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : objectText(value);
    case 'undefined':
    case 'function':
    case 'symbol':
      return typeof value;
  }
}

function objectText(value: object): string {
  if (Array.isArray(value)) {
    return value.slice(0, lengthMax).map(flatText).join(', ');
  }
  return 'an object';
}

function flatText(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : textOf(value);
}
