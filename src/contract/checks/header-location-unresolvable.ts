import { type Check, defineCheck } from '../check.ts';
import { isOver } from '../sunsets.ts';

export const headerLocationUnresolvable: Check = defineCheck({
  id: 'header.location-unresolvable',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is there something at the Location of a 201?',
  guard: 'Only where the created resource can be read at all, and the location is on the target.',
  judge(seen) {
    const {
      purpose: { story },
      response: { status },
    } = seen;
    if (story.kind !== 'location' || (status !== 404 && status !== 410 && status !== 405) || isOver(seen)) return [];
    return [
      {
        messagePointer: '/header/location',
        expected: 'the created resource',
        actual: `${status} at ${story.location}`,
        message: `The Location of what was just created, ${story.location}, answers ${status}.`,
      },
    ];
  },
});
