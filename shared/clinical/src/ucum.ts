/** Powers of ten of the prefixes of UCUM. */
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
/** Units that take prefixes, as laboratories use them. Enzyme units, international units and moles are three things: none becomes another. */
const METRIC = ['mol', 'osm', 'Eq', 'kat', 'Pa', '[IU]', 'g', 'L', 'm', 'U'];
/** Units that take none. */
const PLAIN = ['min', 'h', 'd', 's', '%', '1'];

interface Reduced {
  /** Power of ten. */
  readonly power: number;
  /** The units themselves, above and below the line. */
  readonly units: string;
}

/**
 * By what a number in one UCUM unit is multiplied to be one in another: 10 from g/dL to g/L, 1 from 10*3/uL to 10*9/L. Powers of ten alone: moles are never made of
 * grams here. Undefined where one is not made of the other, or is no unit that is known.
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

/** Micro and litre in one spelling; what is counted as cells is a number. Other annotations ({FEU}, {1.73_m2}) make a unit of its own. */
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
