/** RFC 3492, section 5. */
const base = 36;
const labelLengthMax = 63;

/** A host as people see it: each label that starts with `xn--` in the letters that it stands for. */
export function withLetters(host: string): string {
  return host.replaceAll(/xn--([a-z0-9-]+)/giu, (label, coded: string) => decoded(coded.toLowerCase()) ?? label);
}

/** The letters of a label without its `xn--`; undefined for a text that is none. */
function decoded(coded: string): string | undefined {
  const end = Math.max(coded.lastIndexOf('-'), 0);
  const letters = Array.from(coded.slice(0, end), (letter) => letter.codePointAt(0) ?? 0);
  const digits = Array.from(coded.slice(end === 0 ? 0 : end + 1), (digit) => parseInt(digit, base));
  let [code, place, bias] = [128, 0, 72];
  while (digits.length > 0 && coded.length <= labelLengthMax) {
    const step = takeNumber(digits, bias);
    if (step === undefined) {
      return undefined;
    }
    const count = letters.length + 1;
    bias = biasAfter(step, count, letters.length === end);
    code += Math.floor((place + step) / count);
    place = (place + step) % count;
    if (code > 0x10_ff_ff) {
      return undefined;
    }
    letters.splice(place, 0, code);
    place += 1;
  }
  return digits.length === 0 ? String.fromCodePoint(...letters) : undefined;
}

/** Takes one number of variable length from the front. Letters are the digits 0 to 25, digits those from 26 on. */
function takeNumber(digits: number[], bias: number): number | undefined {
  let [value, weight] = [0, 1];
  for (let at = base; ; at += base) {
    const read = digits.shift();
    if (read === undefined || Number.isNaN(read)) {
      return undefined;
    }
    const digit = read >= 10 ? read - 10 : read + 26;
    const threshold = Math.min(Math.max(at - bias, 1), 26);
    value += digit * weight;
    if (digit < threshold) {
      return value;
    }
    weight *= base - threshold;
  }
}

function biasAfter(step: number, count: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(step / 700) : step >> 1;
  delta += Math.floor(delta / count);
  let bias = 0;
  for (; delta > 455; bias += base) {
    delta = Math.floor(delta / 35);
  }
  return bias + Math.floor((36 * delta) / (delta + 38));
}
