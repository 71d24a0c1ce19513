import type { Rule } from './control-types.ts';

export interface RulePreset {
  readonly name: string;
  readonly text: string;
  readonly rule: Omit<Rule, 'id'>;
}

/** Overrides for slow and failing networks and services. */
export const PRESETS: readonly RulePreset[] = [
  { name: 'Slow 3G', text: 'each answer takes 2 seconds', rule: { delay: 2_000 } },
  { name: 'Very slow', text: 'each answer takes 10 seconds', rule: { delay: 10_000 } },
  { name: 'Flaky', text: 'one request in ten is answered 500', rule: { share: 0.1, status: 500 } },
  { name: 'Lossy', text: 'one connection in ten is reset', rule: { share: 0.1, fault: 'reset' } },
  { name: 'Fails once', text: 'the next request is answered 500', rule: { status: 500, times: 1 } },
  { name: 'Down', text: 'each request is answered 503', rule: { status: 503, headers: { 'retry-after': '30' } } },
  { name: 'Connection lost', text: 'the connection is reset without an answer', rule: { fault: 'reset' } },
  { name: 'Hangs', text: 'no answer ever comes', rule: { fault: 'hang' } },
  { name: 'Broken answer', text: 'the answer is not HTTP', rule: { fault: 'garbage' } },
  { name: 'Signed out', text: 'each request is answered 401', rule: { status: 401 } },
  { name: 'Rate limited', text: '429 with `Retry-After`', rule: { status: 429, headers: { 'retry-after': '5' } } },
];

const FAULT_WORDS: Readonly<Record<string, string>> = {
  reset: 'Resets the connection',
  empty: 'Closes the connection without an answer',
  garbage: 'Sends what is not HTTP',
  hang: 'Never answers',
};

/** The effect of a rule in words. */
export function ruleWords({ status, delay, fault, ...rest }: Rule): string {
  const words = [
    ...(fault === undefined ? [] : [FAULT_WORDS[fault] ?? fault]),
    ...(status === undefined ? [] : [`Answers ${status}`]),
    ...(rest['body'] === undefined ? [] : [status === undefined ? 'Answers with given content' : 'with given content']),
    ...(rest['headers'] === undefined ? [] : [`sets ${Object.keys(rest['headers'] as object).join(', ')}`]),
    ...(delay === undefined ? [] : [`waits ${delay.toLocaleString('en')} ms`]),
  ].join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
