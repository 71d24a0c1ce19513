import type { LabelledPair } from './message-pairs.ts';
import {
  answers,
  bodies,
  gone,
  inQuery,
  object,
  ok,
  type Parts,
  pair,
  parameters,
  statuses,
  text,
  whole,
} from './pair-parts.ts';

const FUTURE = '2030-01-01';
const PAST = '2020-01-01';
const ending = (sunset: string): object => ({ deprecated: true, 'x-sunset': sunset });
const operation = (before: object, after: object): readonly [Parts, Parts] => [{ more: before }, { more: after }];
const rate = (rest: object): object => ok({ headers: { 'X-Rate': { schema: whole, required: true, ...rest } } });
const under = (policy: LabelledPair['policy'], made: LabelledPair): LabelledPair => ({
  ...made,
  ...(policy === undefined ? {} : { policy }),
});

/** Deprecation, sunset, stability and grace periods. The day of the comparison is 2026-11-25. */
export const LIFECYCLE_PAIRS: readonly LabelledPair[] = [
  pair(
    'operation: is deprecated without a sunset',
    operation({}, { deprecated: true }),
    'risky',
    'lifecycle.deprecated-without-sunset',
  ),
  pair('operation: is no longer deprecated', operation({ deprecated: true }, {}), 'safe'),
  pair(
    'operation: its sunset is written with a time',
    operation(ending(FUTURE), ending('2030-01-01T23:59:59Z')),
    'safe',
  ),
  pair(
    'operation: without a level it becomes experimental',
    operation({}, { 'x-stability-level': 'alpha' }),
    'breaking',
    'lifecycle.stability-lowered',
  ),
  pair('operation: a level is stated that is not below', operation({}, { 'x-stability-level': 'stable' }), 'safe'),
  pair(
    'operation: a draft becomes stable',
    operation({ 'x-stability-level': 'draft' }, { 'x-stability-level': 'stable' }),
    'safe',
  ),
  pair('operation: goes while a draft', gone({ 'x-stability-level': 'draft' }), 'safe'),
  pair('operation: goes while beta', gone({ 'x-stability-level': 'beta' }), 'breaking', 'operation.removed'),
  pair(
    'operation: an alpha operation asks for more',
    [
      { more: { 'x-stability-level': 'alpha' } },
      { more: { 'x-stability-level': 'alpha' }, parameters: [inQuery('q', text, { required: true })] },
    ],
    'safe',
  ),
  under(
    { stability: { stable: { grace: 180 } } },
    pair(
      'operation: the sunset is too near for the policy',
      operation({}, ending('2027-01-01')),
      'breaking',
      'lifecycle.grace-too-short',
    ),
  ),
  under(
    { stability: { stable: { grace: 180 } } },
    pair('operation: the sunset is far enough for the policy', operation({}, ending(FUTURE)), 'safe'),
  ),
  pair('operation: the sunset is near, and no policy says anything', operation({}, ending('2026-12-01')), 'safe'),
  under(
    { stability: { beta: { grace: 30 }, stable: { grace: 180 } } },
    pair(
      'operation: the sunset is far enough for a beta operation',
      operation({ 'x-stability-level': 'beta' }, { 'x-stability-level': 'beta', ...ending('2027-01-05') }),
      'safe',
    ),
  ),
  under(
    { stability: { stable: { grace: 180 } } },
    pair(
      'parameter: the sunset is too near for the policy',
      parameters([inQuery('limit', whole)], [inQuery('limit', whole, ending('2027-01-01'))]),
      'breaking',
      'lifecycle.grace-too-short',
    ),
  ),
  under(
    { stability: { stable: { removal: 'after-sunset' } } },
    pair(
      'operation: goes without a sunset that the policy asks for',
      gone({ deprecated: true }),
      'breaking',
      'lifecycle.removed-without-sunset',
    ),
  ),
  under(
    { stability: { stable: { removal: 'deprecated' } } },
    pair('operation: goes while deprecated, and the policy asks no more', gone({ deprecated: true }), 'safe'),
  ),
  under(
    { stability: { stable: { removal: 'after-sunset' } } },
    pair('operation: goes after the sunset that the policy asks for', gone(ending(PAST)), 'safe'),
  ),
  pair(
    'operation: its successor is not there',
    operation({}, { ...ending(FUTURE), 'x-deprecated-successor': '/v2/things' }),
    'risky',
    'lifecycle.successor-missing',
  ),
  pair(
    'operation: its successor is there',
    operation({}, { ...ending(FUTURE), 'x-deprecated-successor': '/things' }),
    'safe',
  ),
  pair(
    'operation: its successor is at another service',
    operation({}, { ...ending(FUTURE), 'x-deprecated-successor': 'https://b.example/v2/things' }),
    'safe',
  ),
  pair(
    'parameter: its sunset comes earlier',
    parameters([inQuery('limit', whole, ending(FUTURE))], [inQuery('limit', whole, ending('2029-01-01'))]),
    'breaking',
    'lifecycle.sunset-shortened',
  ),
  pair(
    'parameter: its sunset goes',
    parameters([inQuery('limit', whole, ending(FUTURE))], [inQuery('limit', whole, { deprecated: true })]),
    'breaking',
    'lifecycle.sunset-removed',
  ),
  pair(
    'parameter: goes, deprecated without a sunset',
    parameters([inQuery('limit', whole, { deprecated: true })], []),
    'risky',
    'lifecycle.removed-without-sunset',
  ),
  pair(
    'parameter: an alpha one narrows',
    parameters(
      [inQuery('limit', whole, { 'x-stability-level': 'alpha' })],
      [inQuery('limit', { type: 'integer', maximum: 5 }, { 'x-stability-level': 'alpha' })],
    ),
    'safe',
  ),
  pair(
    'parameter: an alpha one goes',
    parameters([inQuery('limit', whole, { 'x-stability-level': 'alpha' })], []),
    'safe',
  ),
  pair(
    'body: a property is deprecated',
    bodies(object({ a: text }), object({ a: { ...text, ...ending(FUTURE) } })),
    'safe',
  ),
  pair(
    'body: a property goes before its sunset',
    bodies(object({ a: { ...text, ...ending(FUTURE) }, b: text }), object({ b: text })),
    'breaking',
    'lifecycle.removed-early',
  ),
  pair(
    'body: a property goes after its sunset',
    bodies(object({ a: { ...text, ...ending(PAST) }, b: text }), object({ b: text })),
    'safe',
  ),
  pair(
    'answer: a required property goes after its sunset',
    answers(object({ a: { ...text, ...ending(PAST) }, b: text }, { required: ['a'] }), object({ b: text })),
    'safe',
  ),
  pair(
    'answer: an optional property goes after its sunset',
    answers(object({ a: { ...text, ...ending(PAST) }, b: text }), object({ b: text })),
    'safe',
  ),
  pair(
    'answer: an optional property goes before its sunset',
    answers(object({ a: { ...text, ...ending(FUTURE) }, b: text }), object({ b: text })),
    'breaking',
    'lifecycle.removed-early',
  ),
  pair(
    'answer: the sunset of a property comes earlier',
    answers(object({ a: { ...text, ...ending(FUTURE) } }), object({ a: { ...text, ...ending('2029-01-01') } })),
    'breaking',
    'lifecycle.sunset-shortened',
  ),
  pair(
    'answer: the stability of a property falls',
    answers(
      object({ a: { ...text, 'x-stability-level': 'stable' } }),
      object({ a: { ...text, 'x-stability-level': 'alpha' } }),
    ),
    'breaking',
    'lifecycle.stability-lowered',
  ),
  pair(
    'answer: an alpha property changes its type',
    answers(
      object({ a: { ...text, 'x-stability-level': 'alpha' } }),
      object({ a: { ...whole, 'x-stability-level': 'alpha' } }),
    ),
    'safe',
  ),
  pair('header: goes after its sunset', statuses(rate(ending(PAST)), ok()), 'safe'),
  pair('header: goes before its sunset', statuses(rate(ending(FUTURE)), ok()), 'breaking', 'lifecycle.removed-early'),
  pair('header: an alpha one goes', statuses(rate({ 'x-stability-level': 'alpha' }), ok()), 'safe'),
];
