import file from '../../data/growth-words.json' with { type: 'json' };
import { signatureOf, type TextsSetting } from '../assess/advice-texts.ts';
import { type Indicator, MONTH_DAYS } from './tables.ts';

type Place = 'veryLow' | 'low' | 'usual' | 'high' | 'veryHigh';
type Edges = Readonly<Partial<Record<Place, number>>> & { readonly indicator: string; readonly fromMonths: number };

const EDGES: readonly Edges[] = file.edges;
const WORDS: Readonly<Record<keyof typeof file.words, Readonly<Record<string, string>>>> = file.words;

/**
 * Whether growth is described in words, and whether those are a draft; undefined if the deployment shows no such texts
 * (R-S7).
 */
export function growthSignature(setting: TextsSetting): ReturnType<typeof signatureOf> {
  return signatureOf(file, setting);
}

/**
 * Describes a z-score by WHO's cut-offs (`data/growth-words.json`, with sources). Compares with other children and
 * names no disease. Undefined if WHO has no cut-offs.
 */
export function growthWords(
  indicator: Indicator,
  ageDays: number,
  z: number,
  locale: keyof typeof file.words,
): string | undefined {
  const edges = EDGES.findLast((one) => one.indicator === indicator && ageDays >= one.fromMonths * MONTH_DAYS);
  return edges === undefined ? undefined : WORDS[locale][`${indicator}.${placeOf(z, edges)}`];
}

/** A value at the cut-off is on the usual side: WHO says below −2, above +2. */
function placeOf(
  z: number,
  { veryLow = -Infinity, low = -Infinity, high = Infinity, veryHigh = Infinity }: Edges,
): Place {
  if (z < veryLow) return 'veryLow';
  if (z < low) return 'low';
  if (z > veryHigh) return 'veryHigh';
  return z > high ? 'high' : 'usual';
}
