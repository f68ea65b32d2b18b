import type { ConfiguredRange } from './assess/verdict.ts';
import { VITAL_KEYS, type VitalKey } from './codings.ts';

/** A range the deployment displays for a vital without bands of its own (D-40). */
export interface ShownRange {
  readonly low?: number;
  readonly high?: number;
  readonly text: string;
  /** Printed unit of the line it is drawn in. */
  readonly unit?: string;
  /** True for the target range, if the configuration marks one. */
  readonly isTarget: boolean;
}

/** One index of the deployment's list. */
export interface ConfiguredIndex {
  readonly title: string;
  /** Codes of its observations. */
  readonly codes: readonly string[];
  /** Reference ranges, in the vital's unit. */
  readonly ranges: readonly ShownRange[];
}

/** The server's display configuration of vital signs, by vital key. */
export type ViewConfig = ReadonlyMap<string, ConfiguredIndex>;

/** Parses the deployment's display configuration of vital signs (D-119); unreadable parts are dropped. */
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

/** Codes that are safe in a query: no comma, space or other separator. */
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

/** Vitals with clinical bands: configuration cannot change what is dangerous. */
const OWN_BANDS: readonly VitalKey[] = ['bloodPressures', 'heartRates', 'temperatures', 'spo2s', 'bmis', 'glucoses'];

/** The range to display for a vital without bands; undefined if there is none or the built-in view applies. */
export function rangeFor(config: ViewConfig | undefined, vitalKey: VitalKey): ShownRange | undefined {
  return OWN_BANDS.includes(vitalKey)
    ? undefined
    : (config?.get(vitalKey)?.ranges.find(({ isTarget }) => isTarget) ?? config?.get(vitalKey)?.ranges[0]);
}

/** The deployment's target ranges, which judge vitals without bands of their own (D-40). */
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

/** The target ranges of an index unknown to the product; its results are judged in the unit the deployment names. */
export function rangesOf({ ranges }: ConfiguredIndex): readonly ConfiguredRange[] {
  return ranges.flatMap(({ isTarget, unit, low, high }) =>
    isTarget && unit !== undefined
      ? [{ unit, ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) }]
      : [],
  );
}
