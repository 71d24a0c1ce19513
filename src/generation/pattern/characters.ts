/**
 * Characters for patterns, the most readable first. All have the same properties in every Unicode version
 * of Node.
 */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';
const SIGNS = '-_.~ !"#$%&\'()*+,/:;<=>?@[\\]^`{|}';
const BEYOND =
  'àéïõüßñçÀÉÜÑ¡¿§©«»×÷ªΑΒΓΔαβγδЖЗИКжзикאבגدبتกขคあいうアイウ中文字符한국어①②Ⅷ²½€£¥₹→←∀∑♥☃😀🚀🌍\u0301\u200d\u00a0\u2028\u3000';
const CONTROLS = '\t\n\r\f\v\0\u0001\u001b\u007f\u0085';

const UNIVERSE: readonly string[] = [...LETTERS, ...CAPITALS, ...DIGITS, ...SIGNS, ...BEYOND, ...CONTROLS];
const PLAIN = /^[a-z0-9]$/i;
const HEX = 'abcdefABCDEF0123456789';

/** The characters that a class may be filled with. */
export interface ClassCharacters {
  readonly all: readonly string[];
  /** Its letters and digits, if it has any. */
  readonly plain: readonly string[];
}

/**
 * The members of a class, found by testing each candidate with the regular expression engine. `edges` are
 * characters in the class's own notation.
 */
export function fillingOf(belongs: (character: string) => boolean, edges: readonly string[]): ClassCharacters {
  const readable = UNIVERSE.filter(belongs);
  const printable = readable.filter((character) => !CONTROLS.includes(character));
  const found = printable.length > 0 ? printable : readable;
  const members = found.length > 0 ? found : edges.filter(belongs);
  const all = isHex(members) ? members.filter((character) => !CAPITALS.includes(character)) : members;
  const plain = all.filter((character) => PLAIN.test(character));
  const ascii = all.filter((character) => character < '\u007f');
  return { all: ascii.length > 0 ? ascii : all, plain: plain.length > 0 ? plain : ascii.length > 0 ? ascii : all };
}

/** Whether a class holds hexadecimal digits in both letter cases: services write them in lower case. */
function isHex(characters: readonly string[]): boolean {
  return characters.length === HEX.length && characters.every((character) => HEX.includes(character));
}
