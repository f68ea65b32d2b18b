import type { Locale } from '@phr/contract/locale';
import { matchLocale } from '@phr/i18n/locale';
import { localized, type Localized } from '@phr/i18n/localized';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { described } from '../../kit/route-schema.ts';
import type { ServiceCalls } from './service-call.ts';
import { HL7 } from '../../fhir/systems.ts';

const Coding = z.object({ system: z.string().optional(), code: z.string(), display: z.string().optional() });
const DynamicForm = z.object({
  code: z.string(),
  title: z.string(),
  category: z.string(),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      type: z.enum(['number', 'string', 'date', 'choice']),
      unit: z.string().optional(),
      required: z.boolean().optional(),
      options: z.array(Coding).optional(),
    }),
  ),
});
type Form = z.input<typeof DynamicForm>;

/** GET /api/phr/phrObservationDynamicForm/listConfig: forms for results without their own screen (D-61, D-62). */
export function registerDynamicForms(app: FastifyInstance, calls: ServiceCalls): void {
  app.get(
    '/api/phr/phrObservationDynamicForm/listConfig',
    described({
      service: 'phr',
      summary: 'Forms for results that have no screen of their own.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      answer: z.array(DynamicForm),
    }),
    (request, reply) =>
      calls.read(request, reply, async () =>
        JSON.stringify(FORMS.map((make) => make(matchLocale(request.headers['accept-language'])))),
      ),
  );
}

const RESULT: Localized = localized('Kết quả', 'Result');
const PLACE: Localized = localized('Nơi thực hiện', 'Performed at');
const TIME: Localized = localized('Thời gian xét nghiệm', 'Time');
const INTERPRETATION = `${HL7}/v3-ObservationInterpretation`;

/** A free-text result. */
const typed =
  (code: string, category: string, title: Localized) =>
  (locale: Locale): Form => ({
    code,
    category,
    title: title[locale],
    fields: [
      { key: 'effectiveDateTime', label: TIME[locale], type: 'date', required: true },
      { key: 'valueString', label: RESULT[locale], type: 'string', required: true },
      { key: 'performer', label: PLACE[locale], type: 'string' },
    ],
  });

/** A test with its own options as results. */
const chosen =
  (code: string, title: Localized) =>
  (locale: Locale): Form => ({
    code,
    category: 'laboratory',
    title: title[locale],
    fields: [
      { key: 'effectiveDateTime', label: TIME[locale], type: 'date', required: true },
      {
        key: 'interpretation',
        label: RESULT[locale],
        type: 'choice',
        required: true,
        options: [
          { system: INTERPRETATION, code: 'NEG', display: localized('Âm tính', 'Negative')[locale] },
          { system: INTERPRETATION, code: 'POS', display: localized('Dương tính', 'Positive')[locale] },
        ],
      },
      { key: 'performer', label: PLACE[locale], type: 'string' },
    ],
  });

const FORMS = [
  typed('blood-formula', 'laboratory', localized('Công thức máu', 'Blood count (blood formula)')),
  typed('chest-xray', 'imaging', localized('X-quang ngực', 'Chest X-ray')),
  typed('basic-ecg', 'procedure', localized('Điện tim thường quy', 'Basic ECG')),
  // LOINC
  chosen('94558-4', localized('Xét nghiệm nhanh kháng nguyên COVID-19', 'COVID rapid antigen test')),
  chosen('94500-6', localized('Xét nghiệm RT-PCR COVID-19', 'COVID RT-PCR')),
];
