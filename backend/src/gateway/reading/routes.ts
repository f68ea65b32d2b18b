import { matchLocale } from '@phr/i18n/locale';
import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actorOf, SYSTEM_ACTOR } from '../../fhir/actor.ts';
import { assertAccess } from '../../access/policy.ts';
import type { Repository } from '../../records/repository.ts';
import { textAt, type Resource } from '../../fhir/resource.ts';
import type { Platform } from '../../kit/platform.ts';
import { fhirCall } from '../phr/fhir-call.ts';
import { Id } from '../phr/fields.ts';
import type { ServiceCalls } from '../phr/service-call.ts';
import { codeSystem, HL7, refTo } from '../../fhir/systems.ts';
import { createCounter } from '../../kit/usage-counts.ts';
import { checkAddress, parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { isKey } from '../../storage/signed-address.ts';
import { described } from '../../kit/route-schema.ts';
import { readDicomImage, type DicomImage } from './dicom-image.ts';
import { VIEWS, type Reading, type ReadingProvider, type ViewName } from './reading-port.ts';

const App = z.enum(['cxr', 'mmg']);
const Params = z.object({ app: App });
const Body = z.object({
  diagnosticId: Id,
  dcmUrl: z.string().min(1).max(2_000),
  app: App,
  viewName: z.enum(VIEWS).default(''),
});
const AiAnswer = z.object({
  reportId: z.string(),
  codeText: z.string(),
  status: z.enum(['done', 'in-progress']),
  kind: z.enum(['ai', 'quality']),
  riskAssessmentId: z.string().optional(),
  images: z.array(z.object({ contentType: z.string(), url: z.url() })),
});
type Answer = z.input<typeof AiAnswer>;

/** Width and height that a picture needs at least (D-72). */
const MIN_SIDE = 1_440;
const MAX_BYTES = 128 * 1_048_576;
const PICTURE_BYTES = 20 * 1_048_576;
const READINGS_PER_HOUR = 30;

/** A picture that the reader has drawn, in the storage. */
interface Picture {
  readonly key: string;
  readonly contentType: string;
}

export interface ReadingParts {
  readonly repository: Repository;
  readonly provider: ReadingProvider;
  readonly store: FileStore;
  /** An address from which a file can be read for some minutes. */
  readonly download: (key: string) => Promise<string>;
}

/**
 * POST /api/phr/lunit-ai/{app}: has a patient's X-ray read by a vendor's AI or the built-in quality check; the response
 * says which.
 */
export function registerReading(
  app: FastifyInstance,
  platform: Pick<Platform, 'access' | 'auth' | 'counts'>,
  calls: ServiceCalls,
  { repository, provider, store, download }: ReadingParts,
): void {
  const { access, auth } = platform;
  const taken = createCounter(platform.counts, 'reading', READINGS_PER_HOUR, 3_600_000);

  app.post(
    '/api/phr/lunit-ai/:app',
    described({
      service: 'phr',
      summary: 'Has an X-ray image read, or its quality checked.',
      security: 'bearer',
      wrapped: true,
      params: Params,
      body: Body,
      answer: AiAnswer,
      errors: ['IMAGE_TOO_SMALL', 'NO_CLASSIFICATION', 'UNAVAILABLE'],
    }),
    async (request, reply) => {
      const caller = await auth.authenticate(request);
      checkAddress(request);
      const body = parseBody(Body, request.body);
      if (parseBody(Params, request.params).app !== body.app)
        throw new ServerError('FORM_INPUT_INVALID', 'The path names another app', { detail: { message: 'app' } });
      const actor = await actorOf(access, caller, 'service');
      const locale = matchLocale(request.headers['accept-language']);
      const report = await fhirCall(async () => {
        const stored = await repository.read(actor, 'DiagnosticReport', body.diagnosticId);
        assertAccess(actor, stored.patient_id ?? undefined, 'update');
        return stored;
      });
      const patientId = report.patient_id ?? '';
      const key = keyOf(body.dcmUrl, patientId);
      await taken.demand(caller.userId);
      const image = await imageAt(key);
      const viewName = body.app === 'cxr' ? '' : (viewOf(image) ?? (body.viewName === '' ? 'LCC' : body.viewName));
      const id = createHash('sha256')
        .update([caller.userId, request.headers['idempotency-key'] ?? randomUUID(), key, body.app, viewName].join('\n'))
        .digest('hex')
        .slice(0, 40);
      // the vendor takes a while: hold no database resources meanwhile
      const reading = await provider.read({ id, app: body.app, viewName, image, address: await download(key) });
      if (reading === undefined) {
        return {
          data: {
            reportId: report.id,
            codeText: textAt(JSON.parse(report.content), 'code.text') ?? '',
            status: 'in-progress',
            kind: provider.kind,
            images: [],
          } satisfies Answer,
        };
      }
      const pictures = await keep(reading, patientId);
      return calls.write(request, reply, async ({ sql }) => {
        const results = resultsOf(reading, {
          code: `${provider.kind}-${body.app}`,
          locale,
          subject: refTo('Patient', patientId),
          encounter: textAt(JSON.parse(report.content), 'encounter.reference'),
        });
        const written = await repository.create(SYSTEM_ACTOR, results.report(pictures), { source: 'service', sql });
        const risk =
          provider.kind === 'ai' && reading.findings.length > 0
            ? await repository.create(SYSTEM_ACTOR, results.risk(written.id), { source: 'service', sql })
            : undefined;
        return JSON.stringify({
          reportId: written.id,
          codeText: reading.title[locale],
          status: 'done',
          kind: provider.kind,
          ...(risk === undefined ? {} : { riskAssessmentId: risk.id }),
          images: await Promise.all(
            pictures.map(async ({ contentType, key }) => ({ contentType, url: await download(key) })),
          ),
        } satisfies Answer);
      });
    },
  );

  async function imageAt(key: string): Promise<DicomImage> {
    const file = await store.find(key);
    if (file === undefined) throw new ServerError('NOT_FOUND', 'The file does not exist');
    if (file.size > MAX_BYTES) throw new ServerError('UPLOAD_LIMIT', 'The file is too large to be read');
    const image = readDicomImage(await buffer(file.read()));
    if (image === undefined) throw new ServerError('FILE_TYPE', 'This is not a DICOM image');
    if (image.rows < MIN_SIDE || image.columns < MIN_SIDE)
      throw new ServerError('IMAGE_TOO_SMALL', `The image must be at least ${MIN_SIDE} × ${MIN_SIDE}`);
    return image;
  }

  async function keep({ pictures }: Reading, patientId: string): Promise<readonly Picture[]> {
    return Promise.all(
      pictures.map(async ({ contentType, bytes }) => {
        const key = `${patientId}/readings/${randomUUID()}.${contentType === 'image/png' ? 'png' : 'jpg'}`;
        await store.put(key, bytes, PICTURE_BYTES);
        return { key, contentType };
      }),
    );
  }
}

/** Stores a reading: a preliminary report, and a risk assessment for scored findings. */
function resultsOf(
  { title, conclusion, performer, findings }: Reading,
  {
    code,
    locale,
    subject,
    encounter,
  }: {
    readonly code: string;
    readonly locale: keyof Reading['title'];
    readonly subject: ReturnType<typeof refTo>;
    readonly encounter: string | undefined;
  },
) {
  const now = new Date().toISOString();
  const shared = { subject, ...(encounter === undefined ? {} : { encounter: { reference: encounter } }) };
  return {
    report: (pictures: readonly Picture[]): Resource => ({
      resourceType: 'DiagnosticReport',
      status: 'preliminary',
      category: [{ coding: [{ system: `${HL7}/v2-0074`, code: 'RAD' }] }],
      code: { coding: [{ system: codeSystem('reading'), code, display: title[locale] }], text: title[locale] },
      ...shared,
      effectiveDateTime: now,
      issued: now,
      // software: neither the patient nor a doctor
      performer: [{ type: 'Organization', display: performer }],
      conclusion: conclusion[locale],
      ...(pictures.length === 0
        ? {}
        : { presentedForm: pictures.map(({ contentType, key }) => ({ contentType, url: key })) }),
    }),
    risk: (reportId: string): Resource => ({
      resourceType: 'RiskAssessment',
      status: 'preliminary',
      method: { text: performer },
      code: { text: title[locale] },
      ...shared,
      occurrenceDateTime: now,
      basis: [refTo('DiagnosticReport', reportId)],
      note: [{ text: conclusion[locale] }],
      prediction: findings.map(({ code: finding, text, score }) => ({
        outcome: { coding: [{ system: codeSystem('reading-finding'), code: finding, display: text }], text },
        probabilityDecimal: score,
      })),
    }),
  };
}

/** The storage key of a key or signed URL; must be that patient's file. */
function keyOf(dcmUrl: string, patientId: string): string {
  const path = URL.canParse(dcmUrl) ? decodeURI(new URL(dcmUrl).pathname) : dcmUrl;
  const at = path.indexOf(`${patientId}/`);
  const key = at < 0 ? '' : path.slice(at);
  if (patientId === '' || !isKey(key)) throw new ServerError('ACCESS_DENIED', 'Access denied');
  return key;
}

/** The view that the image itself names (D-71). */
function viewOf({ laterality, viewPosition }: DicomImage): ViewName | undefined {
  return VIEWS.find((view) => view !== '' && view === `${laterality}${viewPosition}`.toUpperCase());
}
