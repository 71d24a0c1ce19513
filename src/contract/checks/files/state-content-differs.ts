import { type Check, defineCheck } from '../../model/check.ts';

export const stateContentDiffers: Check = defineCheck({
  id: 'state.content-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-upload'],
  question: 'Does a download give the bytes that were uploaded?',
  guard:
    'Only content without a specific type (`application/octet-stream`) that was accepted just before, and successful answers of such a type.',
  judge({ purpose: { story }, response: { status }, raw, operation }) {
    if (story.kind !== 'after-upload' || status !== 200 || raw.cut) return [];
    const [sent, got] = [Buffer.from(story.bytes), Buffer.from(raw.bytes)];
    if (sent.equals(got)) return [];
    const at = sent.findIndex((byte, index) => byte !== got[index]);
    return [
      {
        messagePointer: '/body',
        subject: story.write,
        expected: `the ${sent.length} bytes that were uploaded`,
        actual: `${got.length} bytes, another one at ${at < 0 ? sent.length : at}`,
        message: `${operation?.id ?? 'A read'} does not return the bytes that ${story.write} received: ${got.length} of ${sent.length}, and the first difference is at byte ${at < 0 ? sent.length : at}.`,
      },
    ];
  },
});
