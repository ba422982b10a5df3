/** An exact decimal: `units / 10^scale`. Money is never computed in floats. */
interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const shape = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/** Parses a number or numeric string exactly (`0.0881`, `"2.50"`, `1e-7`). Throws on anything else. */
export function decimal(value: number | string): Decimal {
  const text = String(value).trim();
  const [, sign, whole = '', fraction = '', exponent = '0'] = shape.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') throw new RangeError(`Not a decimal number: ${text}`);
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

export const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });

/** Rounds half away from zero to this many decimals. Returns an integer in units of the last decimal. */
export function roundHalfUp({ units, scale }: Decimal, decimals = 0): bigint {
  if (scale <= decimals) return units * 10n ** BigInt(decimals - scale);
  const divisor = 10n ** BigInt(scale - decimals);
  const magnitude = units < 0n ? -units : units;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return units < 0n ? -rounded : rounded;
}
