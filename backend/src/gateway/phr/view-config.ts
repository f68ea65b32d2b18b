import { codesOf, STORE_KEYS, vitalOf, type StoreKey } from '@phr/clinical/codings';
import { chartBands } from '@phr/clinical/ranges';
import { localeOf, type Locale, type Localized } from '@phr/fhir/locale';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { referenceConcepts } from '../reference/concepts.ts';
import { parseBody } from '../../kit/parse.ts';
import { described } from '../../kit/route-schema.ts';
import type { ServiceCalls } from './service-call.ts';

const Query = z.object({ type: z.enum(['vital-signs', 'laboratory', 'imaging', 'procedure']).default('vital-signs') });
const ViewConfig = z.object({
  storeKey: z.string(),
  title: z.string(),
  icon: z.string(),
  codes: z.array(z.string()),
  charts: z.array(
    z.object({
      type: z.string(),
      designation: z.string(),
      description: z.string().optional(),
      group: z.string().optional(),
      unit: z.string(),
      referenceRanges: z.array(
        z.object({ low: z.number().optional(), high: z.number().optional(), text: z.string(), color: z.string() }),
      ),
    }),
  ),
});
type Config = z.input<typeof ViewConfig>;

/** GET /api/phr/observationComponentViewConfig: how results of a category are listed and drawn (D-119). Numbers and codes are those of the clinical core. */
export function registerViewConfig(app: FastifyInstance, calls: ServiceCalls): void {
  app.get(
    '/api/phr/observationComponentViewConfig',
    described({
      service: 'phr',
      summary: 'How the results of a category are listed and drawn.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      query: Query,
      answer: z.array(ViewConfig),
    }),
    (request, reply) =>
      calls.read(request, reply, async () => {
        const { type } = parseBody(Query, request.query);
        return JSON.stringify(configsOf(type, localeOf(request.headers['accept-language'])));
      }),
  );
}

function configsOf(type: z.output<typeof Query>['type'], language: Locale): readonly Config[] {
  switch (type) {
    case 'vital-signs':
      return STORE_KEYS.map((storeKey) => vitalConfig(storeKey, language));
    case 'laboratory':
      return [
        plain('blood-formula', ['blood-formula', '58410-2'], { vi: 'Công thức máu', en: 'Blood formula' }),
        ...referenceConcepts()
          .filter(({ valueset, code }) => valueset.includes('lab-test') && code !== '58410-2')
          .map(({ code, display, designation }) =>
            plain(code, [code], {
              vi: display,
              en: designation.find((one) => one.language === 'en')?.value ?? display,
            }),
          ),
      ].map((make) => make(language));
    case 'imaging':
      return [plain('chest-xray', ['chest-xray'], { vi: 'X-quang ngực', en: 'Chest X-ray' })(language)];
    case 'procedure':
      return [plain('basic-ecg', ['basic-ecg'], { vi: 'Điện tim thường quy', en: 'Basic ECG' })(language)];
  }
}

/** A result that is drawn as a line of its own unit, without ranges: laboratories send theirs with each value. */
function plain(storeKey: string, codes: readonly string[], words: Localized): (language: Locale) => Config {
  return (language) => ({
    storeKey,
    title: words[language],
    icon: 'report',
    codes: [...codes],
    charts: [{ type: 'line', designation: words[language], unit: '', referenceRanges: [] }],
  });
}

function vitalConfig(storeKey: StoreKey, language: Locale): Config {
  const { units, components } = vitalOf(storeKey);
  const parts =
    storeKey === 'bloodPressures'
      ? components.map(({ key, unit }) => ({ part: key, unit: unit.sign }))
      : [{ part: 'value', unit: units[0]?.sign ?? '' }];
  const bands = chartBands(storeKey, { age: ADULT });
  return {
    storeKey,
    title: TITLES[storeKey][language],
    icon: storeKey,
    codes: [...codesOf(storeKey)],
    charts: parts.map(({ part, unit }) => ({
      type: storeKey === 'ecgs' ? 'ecg' : 'line',
      designation: (PARTS[part] ?? TITLES[storeKey])[language],
      ...(ADULTS_ONLY.has(storeKey)
        ? {
            description: { vi: 'Khoảng tham chiếu dành cho người lớn', en: 'Reference ranges are for adults' }[
              language
            ],
          }
        : {}),
      ...(storeKey === 'bloodPressures' ? { group: storeKey } : {}),
      unit,
      // the colour is named by its level, which the screens show light or dark
      referenceRanges: (bands.find((one) => one.part === part)?.bands ?? []).map(({ level, low, high }) => ({
        ...(low === undefined ? {} : { low }),
        ...(high === undefined ? {} : { high }),
        text: LEVEL_WORDS[level][language],
        color: level,
      })),
    })),
  };
}

/** The bands of a grown-up of no particular age. */
const ADULT = 40;
const ADULTS_ONLY: ReadonlySet<StoreKey> = new Set(['bloodPressures', 'bmis', 'heartRates', 'temperatures']);

const TITLES: Readonly<Record<StoreKey, Localized>> = {
  bloodPressures: { vi: 'Huyết áp', en: 'Blood pressure' },
  heartRates: { vi: 'Nhịp tim', en: 'Heart rate' },
  respiratoryRates: { vi: 'Nhịp thở', en: 'Respiratory rate' },
  temperatures: { vi: 'Nhiệt độ', en: 'Temperature' },
  spo2s: { vi: 'SpO2', en: 'SpO2' },
  weights: { vi: 'Cân nặng', en: 'Weight' },
  heights: { vi: 'Chiều cao', en: 'Height' },
  bmis: { vi: 'Chỉ số khối cơ thể (BMI)', en: 'BMI' },
  glucoses: { vi: 'Đường huyết', en: 'Glucose' },
  ketones: { vi: 'Ketone', en: 'Ketone' },
  uricAcids: { vi: 'Axit uric', en: 'Uric acid' },
  cholesterols: { vi: 'Cholesterol toàn phần', en: 'Total cholesterol' },
  ecgs: { vi: 'Điện tim', en: 'ECG' },
};
const PARTS: Readonly<Record<string, Localized>> = {
  systolic: { vi: 'Tâm thu', en: 'Systolic' },
  diastolic: { vi: 'Tâm trương', en: 'Diastolic' },
};
const LEVEL_WORDS: Readonly<Record<'target' | 'veryMild' | 'mild' | 'dangerous' | 'veryDangerous', Localized>> = {
  target: { vi: 'Mục tiêu', en: 'Target' },
  veryMild: { vi: 'Nguy cơ rất nhẹ', en: 'Very mildly dangerous' },
  mild: { vi: 'Nguy cơ nhẹ', en: 'Mildly dangerous' },
  dangerous: { vi: 'Nguy hiểm', en: 'Dangerous' },
  veryDangerous: { vi: 'Rất nguy hiểm', en: 'Very dangerous' },
};
