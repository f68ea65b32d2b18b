import file from '../../data/growth-words.json' with { type: 'json' };
import { mayShow } from '../assess/advice-texts.ts';
import { type Indicator, MONTH_DAYS } from './tables.ts';

/** What is said about a z-score, and whether a clinician has signed it. */
export interface GrowthWords {
  readonly text: string;
  readonly isDraft: boolean;
}

type Place = 'veryLow' | 'low' | 'usual' | 'high' | 'veryHigh';
type Edges = Readonly<Partial<Record<Place, number>>> & { readonly indicator: string; readonly fromMonths: number };

const EDGES: readonly Edges[] = file.edges;
const WORDS: Readonly<Record<keyof typeof file.words, Readonly<Record<string, string>>>> = file.words;
const isDraft = file.status !== 'approved' || file.reviewer === null;

/**
 * A z-score in words by WHO's edges, in `data/growth-words.json` with their sources. They place a child among others and name no disease. Undefined where
 * WHO has no edges, and where the deployment shows no such texts (R-S7).
 * @param setting the deployment's rule for texts that a clinician signs
 */
export function growthWords(
  indicator: Indicator,
  ageDays: number,
  z: number,
  locale: keyof typeof file.words,
  setting: 'signed' | 'all' | 'off' | undefined,
): GrowthWords | undefined {
  const edges = EDGES.findLast((one) => one.indicator === indicator && ageDays >= one.fromMonths * MONTH_DAYS);
  if (edges === undefined || !mayShow({ status: isDraft ? 'draft' : 'approved', reviewer: file.reviewer }, setting))
    return undefined;
  const text = WORDS[locale][`${indicator}.${placeOf(z, edges)}`];
  return text === undefined ? undefined : { text, isDraft };
}

/** An edge itself belongs to the usual side: WHO says below −2, above +2. */
function placeOf(
  z: number,
  { veryLow = -Infinity, low = -Infinity, high = Infinity, veryHigh = Infinity }: Edges,
): Place {
  if (z < veryLow) return 'veryLow';
  if (z < low) return 'low';
  if (z > veryHigh) return 'veryHigh';
  return z > high ? 'high' : 'usual';
}
