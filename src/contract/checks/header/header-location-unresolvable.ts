import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { idIn } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';
import { isOver } from '../../responses/sunsets.ts';

export const headerLocationUnresolvable: Check = defineCheck({
  id: 'header.location-unresolvable',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  ofWrite: true,
  stories: ['location'],
  question: 'Does the Location of a 201, 202 or 303 exist?',
  guard:
    'Only if the created item can be read (a collection without a query counts only if items cannot be read), and the location is on the target. The location of a 202 gets more than a second to appear. Refused credentials and rate limits are not judged.',
  judge(exchange) {
    const {
      purpose: { story },
      response: { status },
    } = exchange;
    if (story.kind !== 'location' || isOver(exchange)) return [];
    if (status < 300) return another(exchange, story);
    if (status < 400 || status >= 500 || SILENT.has(status)) return [];
    return [
      {
        messagePointer: '/header/location',
        expected: story.accepted === true ? 'a resource that shows the progress' : 'the created resource',
        actual: `${status} at ${story.location}`,
        message: `The Location of what was just ${story.accepted === true ? 'accepted' : 'created'}, ${story.location}, answers ${status}.`,
      },
    ];
  },
});

const SILENT = new Set([401, 402, 403, 406, 409, 425, 428, 429]);

/** The Location of a create must lead to the created item. */
function another(exchange: Exchange, story: Extract<Stimulus, { readonly kind: 'location' }>): readonly FindingDraft[] {
  const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  if (isCollection(exchange, story)) {
    const actual = `all ${resource?.name ?? 'items'}`;
    const message = `The Location of what was just created, ${story.location}, leads to ${actual}.`;
    return [
      { messagePointer: '/header/location', keyword: 'collection', expected: 'the created resource', actual, message },
    ];
  }
  const id = resource === undefined ? undefined : idIn(resource, entity(exchange));
  // An invalid answer has a finding of its own.
  if (exchange.violations().length > 0) return [];
  if (id === undefined || story.id === undefined || String(id).toLowerCase() === String(story.id).toLowerCase())
    return [];
  return [
    {
      messagePointer: '/header/location',
      keyword: 'id',
      expected: stringifyJson(story.id),
      actual: stringifyJson(id),
      message: `The Location of what was just created, ${story.location}, leads to ${stringifyJson(id)} instead of ${stringifyJson(story.id)}.`,
    },
  ];
}

/** Whether the Location leads to the collection although the item could be read by itself. */
function isCollection(
  { api, model, operation }: Exchange,
  story: Extract<Stimulus, { readonly kind: 'location' }>,
): boolean {
  if (operation === undefined || story.accepted === true || story.location.includes('?')) return false;
  const { kind, resource } = model.roleOf(operation);
  return kind === 'list' && api.operations.some(({ method, path }) => method === 'GET' && path === resource?.itemPath);
}
