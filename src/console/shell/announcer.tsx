import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { countText } from '../model/words.ts';

const EVERY = 5_000;

/** Announces the number of new requests to screen readers, at most once in five seconds. */
export function Announcer(): JSX.Element {
  const { live } = useApp();
  const [text, say] = useState('');
  useEffect(() => {
    let announced = live.seen.peek();
    const timer = setInterval(() => {
      const seen = live.seen.peek();
      if (seen > announced) say(`${countText(seen - announced, 'new request')}.`);
      announced = seen;
    }, EVERY);
    return () => clearInterval(timer);
  }, [live]);
  return (
    <p class="hidden" role="status" aria-live="polite">
      {text}
    </p>
  );
}
