// Pairs of a letter and the Latin one that it reads as in most typefaces: Cyrillic, Greek, Armenian, Cherokee, Lisu, small
// capitals, and Latin letters with a stroke, which no normalization takes apart.
const twins = `
аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx һh ԁd ԛq ԝw ӏl ѵv гr пn ьb зe иn лn дd эe яr чy шw ёe
АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҺH ԀD ԚQ ԜW ӀI ѴV ЬB ЗE ИN ЯR ПN ГR
αa βb γy δd εe ζz ηn ιi κk λl μu νv οo ρp σo ςc τt υu χx ωw ϲc ϳj
ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ΣE ΛA
օo սu ոn ցg հh ոn զq ѡw ԍg ᴀa ʙb ᴄc ᴅd ᴇe ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz
ıi łl ŁL øo ØO đd ĐD ħh ŧt ɑa ɡg ɩi ʋv ƙk ɓb ɗd ꓮA ꓐB ꓚC ꓓD ꓰE ꓝF ꓖG ꓧH ꓲI ꓙJ ꓗK ꓡL ꓟM ꓠN ꓳO ꓑP ꓣR ꓢS ꓔT ꓴU ꓦV ꓪW ꓫX ꓬY ꓜZ
ᎪA ᏴB ᏟC ᎠD ᎬE ᏀG ᎻH ᎥI ᎫJ ᏦK ᏞL ᎷM ᏢP ᎡR ᏚS ᎢT ᏙV ᎳW ᏃZ
`;

const latinOf: ReadonlyMap<string, string> = new Map(
  twins
    .trim()
    .split(/\s+/u)
    .map((pair) => {
      const [letter = '', latin = ''] = Array.from(pair);
      return [letter, latin];
    }),
);

const digits: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' };
const plain = /^[\p{ASCII}]*$/u;
const invisible = /[\p{Cf}\p{Cc}]+/gu;
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;

/**
 * The ways in which a reader may take a name: as it is written, but for width, accents and invisible letters; with each
 * letter that looks like a Latin one taken for it; and with the digits that stand for letters (`p4ssw0rd`).
 */
export function readingsOf(name: string): readonly string[] {
  const written = plain.test(name) ? name : folded(name);
  const latin = plain.test(written) ? written : Array.from(written, (letter) => latinOf.get(letter) ?? letter).join('');
  const spelled = latin.replaceAll(/(?<=[a-z@$])[013457]|[013457](?=[a-z])/giu, (digit) => digits[digit] ?? digit);
  const signs = spelled.replaceAll(/[@$](?=[a-z])/giu, (sign) => (sign === '@' ? 'a' : 's'));
  return [...new Set([written, latin, signs])];
}

function folded(name: string): string {
  const compatible = name.normalize('NFKC').replaceAll(invisible, '');
  return compatible.normalize('NFKD').replaceAll(accents, '').normalize('NFC').replaceAll('ß', 'ss');
}
