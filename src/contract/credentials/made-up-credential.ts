import { createHash } from 'node:crypto';
import type { SecurityScheme } from '../../spec/index.ts';

/** A made-up credential shares at most this many consecutive characters with the real one. */
const MOST_SHARED = 3;
const MOST_TRIES = 64;
/** Sent where no real credential is known: `standin-invalid:credential` in Base64. */
const NOTHING_KNOWN = 'c3RhbmRpbi1pbnZhbGlkOmNyZWRlbnRpYWw=';

/**
 * A made-up credential in the form of a real one: the same length, letters in the place of letters, digits in that of digits. It is drawn from
 * the seed, and has no four characters in a row in common with the real one.
 */
export function madeUpCredential(real: string | undefined, scheme: SecurityScheme, seed: number): string {
  if (real === undefined || real === '') return NOTHING_KNOWN;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const chance = chanceFrom(`${seed} ${attempt} ${real.length}`);
    const drawn: string = isBasic(scheme) ? basicLike(real, chance) : alike(real, chance);
    if (drawn !== real && !sharesSequence(drawn, real)) return drawn;
  }
  // A credential with few letters and digits has no recognisable form.
  return NOTHING_KNOWN;
}

const isBasic = (scheme: SecurityScheme): boolean => scheme.kind === 'http' && scheme.scheme === 'basic';

/** Made-up user and password, in a decodable Base64 value. */
function basicLike(real: string, chance: () => number): string {
  const [user = '', password = ''] = Buffer.from(real, 'base64').toString('utf8').split(/:(.*)/s);
  return Buffer.from(`${alike(user, chance)}:${alike(password, chance)}`).toString('base64');
}

/** Only hexadecimal digits if the real credential has only these. */
function alike(real: string, chance: () => number): string {
  const isHex = /^[\da-f-]+$/i.test(real);
  const [lower, upper] = isHex ? ['abcdef', 'ABCDEF'] : ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pick = (from: string): string => from[Math.floor(chance() * from.length)] ?? '';
  return [...real]
    .map((character) => {
      if (/\d/.test(character)) return pick('0123456789');
      if (/\p{Lu}/u.test(character)) return pick(upper);
      return /\p{L}/u.test(character) ? pick(lower) : character;
    })
    .join('');
}

function sharesSequence(drawn: string, real: string): boolean {
  for (let at = 0; at + MOST_SHARED < drawn.length; at += 1)
    if (real.includes(drawn.slice(at, at + MOST_SHARED + 1))) return true;
  return false;
}

/** Pseudo-random numbers from 0 to 1, seeded by a string. */
function chanceFrom(text: string): () => number {
  let count = 0;
  let bytes: Buffer = Buffer.alloc(0);
  return () => {
    const at = (count % 8) * 4;
    if (at === 0) bytes = createHash('sha256').update(`${text} ${count}`).digest();
    count += 1;
    return bytes.readUInt32BE(at) / 0x100000000;
  };
}
