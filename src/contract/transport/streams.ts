/** A stream need not end: so many bytes of it are read, for so many milliseconds. */
export const STREAM_BYTES = 65_536;
export const STREAM_TIME = 2_000;
