import type { ConfiguredRange } from './assess/verdict.ts';
import { VITAL_KEYS, type VitalKey } from './codings.ts';

/** A range that the deployment shows for a vital without bands of its own (D-40). */
export interface ShownRange {
  readonly low?: number;
  readonly high?: number;
  readonly text: string;
  /** Unit of the line in which it is drawn, as printed. */
  readonly unit?: string;
  /** True for the range that is wanted, where the configuration says so. */
  readonly isTarget: boolean;
}

/** One index as the deployment lists it. */
export interface ConfiguredIndex {
  readonly title: string;
  /** Codes of its observations. */
  readonly codes: readonly string[];
  /** Reference ranges, in the unit of the vital. */
  readonly ranges: readonly ShownRange[];
}

/** What the server says about how vital signs are shown, by vital key. */
export type ViewConfig = ReadonlyMap<string, ConfiguredIndex>;

/** Reads how a deployment wants vital signs shown (D-119), at the edge; what cannot be read is left out. */
export function readViewConfig(body: unknown): ViewConfig {
  const config = new Map<string, ConfiguredIndex>();
  for (const entry of Array.isArray(body) ? body : []) {
    const vitalKey = text(entry, 'storeKey');
    if (vitalKey === undefined) continue;
    const ranges = list(entry, 'charts')
      .flatMap((chart) => list(chart, 'referenceRanges').map((range) => ({ range, unit: text(chart, 'unit') })))
      .flatMap(({ range, unit }): ShownRange[] => {
        const [low, high, words] = [number(range, 'low'), number(range, 'high'), text(range, 'text') ?? ''];
        return low === undefined && high === undefined && words === ''
          ? []
          : [
              {
                ...(low === undefined ? {} : { low }),
                ...(high === undefined ? {} : { high }),
                text: words,
                ...(unit === undefined ? {} : { unit }),
                isTarget: /^(target|green)$/i.test(text(range, 'color') ?? ''),
              },
            ];
      });
    const codes = list(entry, 'codes')
      .filter((code) => typeof code === 'string' && CODE.test(code))
      .map(String);
    config.set(vitalKey, { title: text(entry, 'title') ?? vitalKey, codes, ranges });
  }
  return config;
}

/** A code can stand in a query: no comma, space or sign that splits it. */
const CODE = /^[\w.-]{1,64}$/;

const of = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined;
const text = (holder: unknown, name: string): string | undefined => {
  const value = of(holder, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};
const number = (holder: unknown, name: string): number | undefined => {
  const value = of(holder, name);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
const list = (holder: unknown, name: string): readonly unknown[] => {
  const value = of(holder, name);
  return Array.isArray(value) ? value : [];
};

/** Vitals whose bands are those of the clinical documents: a configuration cannot change what is dangerous. */
const OWN_BANDS: readonly VitalKey[] = ['bloodPressures', 'heartRates', 'temperatures', 'spo2s', 'bmis', 'glucoses'];

/** The range to tell for a vital without bands of its own; undefined where there is none or the built-in view holds. */
export function rangeFor(config: ViewConfig | undefined, vitalKey: VitalKey): ShownRange | undefined {
  return OWN_BANDS.includes(vitalKey)
    ? undefined
    : (config?.get(vitalKey)?.ranges.find(({ isTarget }) => isTarget) ?? config?.get(vitalKey)?.ranges[0]);
}

/** The wanted ranges of the deployment, by which vitals without bands of their own are judged (D-40). */
export function configuredRanges(config: ViewConfig): ReadonlyMap<VitalKey, readonly ConfiguredRange[]> {
  return new Map(
    VITAL_KEYS.flatMap((vitalKey): [VitalKey, readonly ConfiguredRange[]][] => {
      const range = rangeFor(config, vitalKey);
      if (range?.isTarget !== true) return [];
      const { low, high } = range;
      return [[vitalKey, [{ ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }]]];
    }),
  );
}

/** The wanted ranges of an index that this product has no knowledge of, by which its results are judged in the unit that the deployment names. */
export function rangesOf({ ranges }: ConfiguredIndex): readonly ConfiguredRange[] {
  return ranges.flatMap(({ isTarget, unit, low, high }) =>
    isTarget && unit !== undefined
      ? [{ unit, ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }]
      : [],
  );
}
