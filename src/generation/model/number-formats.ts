/** Formats of numbers as ranges (OpenAPI Format Registry), both bounds inclusive. */
export const NUMBER_FORMATS: Readonly<
  Record<string, { readonly minimum: number | bigint; readonly maximum: number | bigint }>
> = {
  int8: { minimum: -128, maximum: 127 },
  uint8: { minimum: 0, maximum: 255 },
  int16: { minimum: -32768, maximum: 32767 },
  uint16: { minimum: 0, maximum: 65535 },
  int32: { minimum: -2147483648, maximum: 2147483647 },
  uint32: { minimum: 0, maximum: 4294967295 },
  int64: { minimum: -9223372036854775808n, maximum: 9223372036854775807n },
  uint64: { minimum: 0n, maximum: 18446744073709551615n },
  float: { minimum: -3.4028234663852886e38, maximum: 3.4028234663852886e38 },
  double: { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE },
  'double-int': { minimum: -9007199254740991, maximum: 9007199254740991 },
};
