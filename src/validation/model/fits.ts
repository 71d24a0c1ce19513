/** Tests whether a value satisfies a schema or one of its keywords. */
export type Fits<T = unknown> = (value: T) => boolean;
