import prismDates from '@stoplight/prism-http/dist/validator/validators/dateTime.js';

/**
 * Prism's `date-time`, so that the quick verdict and Prism agree. A file without dependencies, which loads
 * at once.
 */
export const prismDateTime: (text: string) => boolean = prismDates.date_time;
