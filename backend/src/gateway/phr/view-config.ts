import type { Locale } from '@phr/contract/locale';
import { languageOf, matchLocale } from '@phr/i18n/locale';
import { localized, perLocale, type Localized } from '@phr/i18n/localized';
import { codesOf, VITAL_KEYS, type VitalKey } from '@phr/clinical/codings';
import { chartScale } from '@phr/clinical/assess/chart-scale';
import { vital } from '@phr/clinical/vitals/index';
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

/**
 * GET /api/phr/observationComponentViewConfig: how a category's results are listed and drawn (D-119). Numbers and codes
 * come from the clinical core.
 */
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
        return JSON.stringify(configsOf(type, matchLocale(request.headers['accept-language'])));
      }),
  );
}

function configsOf(type: z.output<typeof Query>['type'], locale: Locale): readonly Config[] {
  switch (type) {
    case 'vital-signs':
      return VITAL_KEYS.map((vitalKey) => vitalConfig(vitalKey, locale));
    case 'laboratory':
      return [
        plain('blood-formula', ['blood-formula', '58410-2'], localized('Công thức máu', 'Blood count (blood formula)')),
        ...referenceConcepts()
          .filter(({ valueset, code }) => valueset.includes('lab-test') && code !== '58410-2')
          .map(({ code, display, designation }) =>
            plain(
              code,
              [code],
              perLocale(
                (locale) => designation.find(({ language }) => language === languageOf(locale))?.value ?? display,
              ),
            ),
          ),
      ].map((make) => make(locale));
    case 'imaging':
      return [plain('chest-xray', ['chest-xray'], localized('X-quang ngực', 'Chest X-ray'))(locale)];
    case 'procedure':
      return [plain('basic-ecg', ['basic-ecg'], localized('Điện tim thường quy', 'Basic ECG'))(locale)];
  }
}

/** A result drawn in its own unit without ranges: laboratories send theirs per value. */
function plain(vitalKey: string, codes: readonly string[], words: Localized): (locale: Locale) => Config {
  return (locale) => ({
    storeKey: vitalKey,
    title: words[locale],
    icon: 'report',
    codes: [...codes],
    charts: [{ type: 'line', designation: words[locale], unit: '', referenceRanges: [] }],
  });
}

function vitalConfig(vitalKey: VitalKey, locale: Locale): Config {
  const { names, parts } = vital(vitalKey);
  const unitCode = parts[0].measures[0].unit.code;
  const bands = chartScale(vitalKey, { person: { birthDate: ADULT.born }, day: ADULT.on, unit: unitCode });
  return {
    storeKey: vitalKey,
    title: names[locale],
    icon: vitalKey,
    codes: [...codesOf(vitalKey)],
    charts: parts.map(({ key: part, names: ofPart, component, measures: [{ unit }] }) => ({
      type: vitalKey === 'ecgs' ? 'ecg' : 'line',
      designation: (ofPart ?? names)[locale],
      ...(ADULTS_ONLY.has(vitalKey)
        ? {
            description: FOR_ADULTS[locale],
          }
        : {}),
      ...(parts.length > 1 ? { group: vitalKey } : {}),
      unit: part === 'value' && component !== undefined ? '' : unit.sign,
      // colours are named by level; screens choose light or dark
      referenceRanges: (bands.find((one) => one.part === part)?.bands ?? []).map(({ level, low, high }) => ({
        ...(low === undefined ? {} : { low }),
        ...(high === undefined ? {} : { high }),
        text: LEVEL_WORDS[level][locale],
        color: level,
      })),
    })),
  };
}

const FOR_ADULTS = localized('Khoảng tham chiếu dành cho người lớn', 'Reference ranges are for adults');

/** The bands of a grown-up of no particular age: of 40 years. */
const ADULT = { born: '1980-01-01', on: '2020-01-01' };
const ADULTS_ONLY: ReadonlySet<VitalKey> = new Set(['bloodPressures', 'bmis', 'heartRates', 'temperatures']);

const LEVEL_WORDS: Readonly<Record<'target' | 'veryMild' | 'mild' | 'dangerous' | 'veryDangerous', Localized>> = {
  target: localized('Trong mục tiêu', 'On target'),
  veryMild: localized('Hơi lệch', 'Slightly off'),
  mild: localized('Ngoài mục tiêu', 'Off target'),
  dangerous: localized('Nguy hiểm', 'Dangerous'),
  veryDangerous: localized('Rất nguy hiểm', 'Very dangerous'),
};
