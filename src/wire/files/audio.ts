import { littleEndian } from './bytes.ts';
import { sequenceOf } from './sequence.ts';

/** Samples a second. */
const RATE = 8_000;

/**
 * Writes a value in a media type. An unknown media type contains a string as its bytes (`textToBytes`) and
 * anything else as JSON.
 */
export function wav(name: string): Uint8Array {
  const frequency = 220 + (sequenceOf(name)() % 660);
  const samples = Buffer.from(
    Array.from({ length: RATE / 4 }, (_, at) => 128 + Math.round(60 * Math.sin((2 * Math.PI * frequency * at) / RATE))),
  );
  return Buffer.concat([
    Buffer.from('RIFF', 'latin1'),
    littleEndian([[4, 36 + samples.length]]),
    Buffer.from('WAVEfmt ', 'latin1'),
    littleEndian([
      [4, 16],
      [2, 1],
      [2, 1],
      [4, RATE],
      [4, RATE],
      [2, 1],
      [2, 8],
    ]),
    Buffer.from('data', 'latin1'),
    littleEndian([[4, samples.length]]),
    samples,
  ]);
}

/** Eight frames of silence (ISO/IEC 11172-3 layer III, 128 kbit/s, 44.1 kHz), about a fifth of a second. */
export function mp3(): Uint8Array {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  return Buffer.concat(Array.from({ length: 8 }, () => frame));
}
