import type { Locale } from '@phr/contract/locale';
import { matchLocale } from '@phr/i18n/locale';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asEntered } from '@phr/fhir/describe';
import { z } from 'zod';
import type { Actor } from '../../fhir/actor.ts';
import { FhirError } from '../../fhir/fhir-error.ts';
import type { Repository } from '../../records/repository.ts';
import { parseReference } from '../../fhir/resource.ts';
import { readZone } from '../../fhir/search-query.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { DateOrInstant, Id, resource } from './fields.ts';
import type { ReadCall, ServiceCalls } from './service-call.ts';

const Query = z.object({
  patientId: Id,
  codes: z
    .string()
    .max(4_000)
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((code) => code.trim())
        .filter((code) => code !== ''),
    ),
  fromDate: DateOrInstant.optional(),
  toDate: DateOrInstant.optional(),
});
const ReportId = z.object({ reportId: Id });
const ReportItem = z.object({
  id: z.string(),
  status: z.string().optional(),
  code: z.string(),
  codeText: z.string(),
  effectiveDateTime: z.string(),
  performerDisplay: z.string().optional(),
  conclusion: z.string().optional(),
  contentTypes: z.array(z.string()),
});
const LatestReport = ReportItem.extend({
  observations: z.array(
    z.object({
      code: z.string(),
      text: z.string(),
      value: z.number().optional(),
      unit: z.string().optional(),
      valueString: z.string().optional(),
      interpretation: z.string().optional(),
    }),
  ),
  previousAt: z.string().optional(),
});
type Item = z.input<typeof ReportItem>;

// parsed parts of stored resources; other shapes are skipped, never rejected
const text = z.string().optional().catch(undefined);
const Concept = z
  .object({
    text,
    coding: z
      .array(z.object({ code: text, display: text }))
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);
const Report = z.object({
  id: z.string(),
  meta: z.object({ source: text }).optional().catch(undefined),
  status: text,
  code: Concept,
  effectiveDateTime: text,
  effectivePeriod: z.object({ start: text }).optional().catch(undefined),
  issued: text,
  conclusion: text,
  performer: z
    .array(z.object({ display: text }))
    .optional()
    .catch(undefined),
  presentedForm: z
    .array(z.object({ contentType: text }))
    .optional()
    .catch(undefined),
  result: z
    .array(z.object({ reference: text }))
    .optional()
    .catch(undefined),
});
const Observation = z.object({
  id: z.string(),
  status: text,
  code: Concept,
  valueQuantity: z
    .object({ value: z.number().optional().catch(undefined), unit: text, code: text })
    .optional()
    .catch(undefined),
  valueString: text,
  valueCodeableConcept: Concept,
  interpretation: z
    .array(
      z.object({
        coding: z
          .array(z.object({ code: text }))
          .optional()
          .catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});
type StoredReport = z.output<typeof Report>;

/** Strips conclusion and values of withdrawn reports (D-113). */
const WITHDRAWN = new Set(['cancelled', 'entered-in-error']);
const PAGE = '1000';

/** Laboratory and similar reports, by code and date. */
export function registerReports(app: FastifyInstance, calls: ServiceCalls, repository: Repository): void {
  app.get(
    '/api/phr/diagnosticReport/latest',
    described({
      service: 'phr',
      summary: 'The latest report of each code, with its results and the time of the one before.',
      security: 'bearer',
      wrapped: true,
      query: Query,
      answer: z.array(LatestReport),
    }),
    (request, reply) =>
      calls.read(request, reply, async (call) => {
        const { reports, codes, patientId } = await reportsAsked(request, call);
        const locale = matchLocale(request.headers['accept-language']);
        const valid = reports.filter(({ status }) => !WITHDRAWN.has(status ?? ''));
        const wanted = codes.length > 0 ? codes : [...new Set(valid.map(({ code }) => itemCode(code)))];
        const byCode = new Map<string, StoredReport[]>();
        for (const report of valid) {
          for (const code of codesOf(report)) {
            const known = byCode.get(code);
            if (known === undefined) byCode.set(code, [report]);
            else known.push(report);
          }
        }
        const latest = wanted.flatMap((code) => {
          const [newest, previous] = byCode.get(code) ?? [];
          return newest === undefined ? [] : [{ code, newest, previous }];
        });
        const results = await resultsOf(
          call.actor,
          patientId,
          latest.map(({ newest }) => newest),
        );
        return JSON.stringify(
          latest.map(
            ({ code, newest, previous }) =>
              ({
                ...itemOf(newest, locale),
                code,
                observations: idsOf(newest)
                  .flatMap((id) => results.get(id) ?? [])
                  .map(resultOf),
                ...(previous === undefined ? {} : { previousAt: timeOf(previous) }),
              }) satisfies z.input<typeof LatestReport>,
          ),
        );
      }),
  );

  app.get(
    '/api/phr/diagnosticReport/list',
    described({
      service: 'phr',
      summary: 'All reports of the given codes and dates, newest first.',
      security: 'bearer',
      wrapped: true,
      query: Query,
      answer: z.array(ReportItem),
    }),
    (request, reply) =>
      calls.read(request, reply, async (call) => {
        const { reports, codes } = await reportsAsked(request, call);
        const locale = matchLocale(request.headers['accept-language']);
        const wanted = new Set(codes);
        return JSON.stringify(
          reports
            .filter((report) => codes.length === 0 || [...codesOf(report)].some((code) => wanted.has(code)))
            .map((report) => itemOf(report, locale)),
        );
      }),
  );

  app.get(
    '/api/phr/diagnosticReport/:reportId/observations',
    described({
      service: 'phr',
      summary: 'The results of a report, in its order.',
      security: 'bearer',
      wrapped: true,
      params: ReportId,
      answer: z.array(resource('Observation')),
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ actor }) => {
        const { reportId } = parseBody(ReportId, request.params);
        const stored = await repository.read(actor, 'DiagnosticReport', reportId);
        const ids = idsOf(Report.parse(JSON.parse(stored.content)));
        if (ids.length === 0 || stored.patient_id === null) return '[]';
        const found = await repository.search(
          actor,
          'Observation',
          { _id: ids.join(','), _count: PAGE },
          { patientId: stored.patient_id },
        );
        const byId = new Map(found.items.map((item) => [item.id, item.content]));
        return `[${ids.flatMap((id) => byId.get(id) ?? []).join(',')}]`;
      }),
  );

  /**
   * Reports in a date range, newest first. Reports without coding are identified by text, so codes are matched here.
   */
  async function reportsAsked(
    request: FastifyRequest,
    { actor }: ReadCall,
  ): Promise<{ reports: readonly StoredReport[]; codes: readonly string[]; patientId: string }> {
    const { patientId, codes, fromDate, toDate } = parseBody(Query, request.query);
    const dates = [
      ...(fromDate === undefined ? [] : [`ge${fromDate}`]),
      ...(toDate === undefined ? [] : [`le${toDate}`]),
    ];
    const reports: StoredReport[] = [];
    let next: Readonly<Record<string, string>> | undefined = {};
    while (next !== undefined) {
      const page = await repository.search(
        actor,
        'DiagnosticReport',
        {
          'status:not': 'registered',
          _sort: '-date',
          _count: PAGE,
          ...(dates.length === 0 ? {} : { date: dates }),
          ...next,
        },
        { patientId, zoneMinutes: zoneOf(request) },
      );
      reports.push(...page.items.map(({ content }) => Report.parse(JSON.parse(content))));
      next = page.next;
    }
    return { reports, codes, patientId };
  }

  async function resultsOf(
    actor: Actor,
    patientId: string,
    reports: readonly StoredReport[],
  ): Promise<ReadonlyMap<string, z.output<typeof Observation>>> {
    const ids = [...new Set(reports.flatMap(idsOf))];
    const found = new Map<string, z.output<typeof Observation>>();
    for (let from = 0; from < ids.length; from += 500) {
      const page = await repository.search(
        actor,
        'Observation',
        { _id: ids.slice(from, from + 500).join(','), _count: PAGE },
        { patientId },
      );
      for (const { id, content } of page.items) found.set(id, Observation.parse(JSON.parse(content)));
    }
    return found;
  }
}

function idsOf({ result = [] }: StoredReport): readonly string[] {
  return result.flatMap(({ reference }) => {
    const target = reference === undefined ? undefined : parseReference(reference);
    return target?.type === 'Observation' ? [target.id] : [];
  });
}

/** The report's first coding, else its text (D-63). */
function itemCode(code: StoredReport['code']): string {
  return code?.coding?.find((coding) => coding.code !== undefined)?.code ?? code?.text ?? '';
}

/** All codes identifying a report. */
function codesOf({ code }: StoredReport): ReadonlySet<string> {
  return new Set([itemCode(code), ...(code?.coding ?? []).flatMap((coding) => coding.code ?? [])]);
}

function wordsOf(code: z.output<typeof Concept>): string {
  return code?.text ?? code?.coding?.find(({ display }) => display !== undefined)?.display ?? itemCode(code);
}

function timeOf({ effectiveDateTime, effectivePeriod, issued }: StoredReport): string {
  return effectiveDateTime ?? effectivePeriod?.start ?? issued ?? '';
}

function itemOf(report: StoredReport, locale: Locale): Item {
  const performerDisplay = asEntered(
    report.performer?.find(({ display }) => display !== undefined)?.display,
    report.meta?.source,
    locale,
  );
  const conclusion = WITHDRAWN.has(report.status ?? '') ? undefined : report.conclusion;
  return {
    id: report.id,
    code: itemCode(report.code),
    codeText: wordsOf(report.code),
    effectiveDateTime: timeOf(report),
    ...(report.status === undefined ? {} : { status: report.status }),
    ...(performerDisplay === undefined ? {} : { performerDisplay }),
    ...(conclusion === undefined ? {} : { conclusion }),
    contentTypes: [...new Set((report.presentedForm ?? []).flatMap(({ contentType }) => contentType ?? []))],
  };
}

function resultOf(observation: z.output<typeof Observation>): z.input<typeof LatestReport>['observations'][number] {
  const { valueQuantity: quantity, status = '' } = observation;
  if (WITHDRAWN.has(status)) return { code: itemCode(observation.code), text: wordsOf(observation.code) };
  const valueString =
    observation.valueString ??
    (observation.valueCodeableConcept === undefined ? undefined : wordsOf(observation.valueCodeableConcept));
  const unit = quantity?.unit ?? quantity?.code;
  const interpretation = observation.interpretation
    ?.flatMap(({ coding = [] }) => coding)
    .find(({ code }) => code !== undefined)?.code;
  return {
    code: itemCode(observation.code),
    text: wordsOf(observation.code),
    ...(quantity?.value === undefined ? {} : { value: quantity.value }),
    ...(unit === undefined ? {} : { unit }),
    ...(valueString === undefined ? {} : { valueString }),
    ...(interpretation === undefined ? {} : { interpretation }),
  };
}

function zoneOf(request: FastifyRequest): number {
  try {
    return readZone(request.headers['x-timezone-offset']);
  } catch (error) {
    if (error instanceof FhirError)
      throw new ServerError('FORM_INPUT_INVALID', error.message, {
        cause: error,
        detail: { message: 'X-Timezone-Offset' },
      });
    throw error;
  }
}
