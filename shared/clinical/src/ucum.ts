/** Powers of ten of UCUM prefixes. */
const PREFIXES: Readonly<Record<string, number>> = {
  '': 0,
  G: 9,
  M: 6,
  k: 3,
  d: -1,
  c: -2,
  m: -3,
  u: -6,
  n: -9,
  p: -12,
  f: -15,
};
/**
 * Laboratory units that take prefixes. Enzyme units, international units and moles are not convertible into each other.
 */
const METRIC = ['mol', 'osm', 'Eq', 'kat', 'Pa', '[IU]', 'g', 'L', 'm', 'U'];
/** Units without prefixes. */
const PLAIN = ['min', 'h', 'd', 's', '%', '1'];

interface Reduced {
  /** Power of ten. */
  readonly power: number;
  /** Units in the numerator and denominator. */
  readonly units: string;
}

/**
 * Factor from one UCUM unit to another: 10 from g/dL to g/L, 1 from 10*3/uL to 10*9/L. Powers of ten only: moles are
 * never derived from grams here. Undefined if not convertible or unknown.
 */
export function factorBetween(from: string, to: string): number | undefined {
  if (from === to) return 1;
  const [a, b] = [reduced(from), reduced(to)];
  return a === undefined || b === undefined || a.units !== b.units ? undefined : 10 ** (a.power - b.power);
}

function reduced(unit: string): Reduced | undefined {
  const [above = '', ...below] = plainText(unit).split('/');
  const parts = [...above.split('.').map((text) => ({ text, sign: 1 })), ...below.map((text) => ({ text, sign: -1 }))];
  const read = parts.filter(({ text }) => text !== '').map(({ text, sign }) => ({ ...partOf(text), sign }));
  if (read.length === 0 || read.some(({ unit: one }) => one === undefined)) return undefined;
  const named = read.filter(({ unit: one }) => one !== '' && one !== '1');
  return {
    power: read.reduce((sum, { power = 0, sign }) => sum + sign * power, 0),
    units: named
      .map(({ unit: one = '', sign }) => `${sign}${one}`)
      .sort()
      .join(' '),
  };
}

/**
 * Normalizes micro and litre; cell counts become plain numbers. Other annotations ({FEU}, {1.73_m2}) make distinct
 * units.
 */
function plainText(unit: string): string {
  return unit
    .trim()
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/\{cells?\}/gi, '')
    .replaceAll(/(^|\/)([kdcmunpf]?)l(?=$|\/)/g, '$1$2L');
}

function partOf(text: string): { readonly power?: number; readonly unit?: string } {
  const ten = /^10[*^](-?\d{1,2})$/.exec(text);
  if (ten !== null) return { power: Number(ten[1]), unit: '' };
  if (PLAIN.includes(text) || /^\{.*\}$/.test(text)) return { power: 0, unit: text };
  for (const unit of METRIC) {
    const power = text.endsWith(unit) ? PREFIXES[text.slice(0, -unit.length)] : undefined;
    if (power !== undefined) return { power, unit };
  }
  return {};
}
