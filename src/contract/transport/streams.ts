/** A stream may never end, so only this many bytes, and for this many milliseconds, are read. */
export const STREAM_BYTES = 65_536;
export const STREAM_TIME = 2_000;
