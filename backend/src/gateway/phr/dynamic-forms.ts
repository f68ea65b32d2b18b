import { localeOf, type Locale, type Localized } from '@phr/fhir/locale';
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

/** GET /api/phr/phrObservationDynamicForm/listConfig: forms by which people enter results that have no screen of their own (D-61, D-62). */
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
        JSON.stringify(FORMS.map((make) => make(localeOf(request.headers['accept-language'])))),
      ),
  );
}

const RESULT: Localized = { vi: 'Kết quả', en: 'Result' };
const PLACE: Localized = { vi: 'Nơi thực hiện', en: 'Performed at' };
const TIME: Localized = { vi: 'Thời gian xét nghiệm', en: 'Time' };
const INTERPRETATION = `${HL7}/v3-ObservationInterpretation`;

/** A result that is kept as the person typed it. */
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

/** A test whose result is one of its own options. */
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
          { system: INTERPRETATION, code: 'NEG', display: { vi: 'Âm tính', en: 'Negative' }[locale] },
          { system: INTERPRETATION, code: 'POS', display: { vi: 'Dương tính', en: 'Positive' }[locale] },
        ],
      },
      { key: 'performer', label: PLACE[locale], type: 'string' },
    ],
  });

const FORMS = [
  typed('blood-formula', 'laboratory', { vi: 'Công thức máu', en: 'Blood formula' }),
  typed('chest-xray', 'imaging', { vi: 'X-quang ngực', en: 'Chest X-ray' }),
  typed('basic-ecg', 'procedure', { vi: 'Điện tim thường quy', en: 'Basic ECG' }),
  // LOINC
  chosen('94558-4', { vi: 'Xét nghiệm nhanh kháng nguyên COVID-19', en: 'COVID rapid antigen test' }),
  chosen('94500-6', { vi: 'Xét nghiệm RT-PCR COVID-19', en: 'COVID RT-PCR' }),
];
