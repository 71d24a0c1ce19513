import { readFileSync } from 'node:fs';

/**
 * What the bare servers answer: the very bytes and fields that standin gave for the same request.
 * @typedef {{ id: string, method: string, status: number, type: string, headers: Record<string, string>, body: string }} Answer
 * @returns {readonly Answer[]}
 */
export function readAnswers() {
  return JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
}
