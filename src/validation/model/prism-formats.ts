import prismDates from '@stoplight/prism-http/dist/validator/validators/dateTime.js';

/** Prism's own `date-time`, so that our quick verdict and Prism's word cannot differ. A file without dependencies: it loads at once. */
export const prismDateTime: (text: string) => boolean = prismDates.date_time;
